/**
 * The numbers that cross between the module and its host. This is the one file of `assembly/` that
 * `bindings/` imports too, so it holds constant enumerations only: both compilers read them alike.
 */

/** Spellings of a reference that a text accepts, as a bit set. */
export const enum Spelling {
  /** Nothing is a reference: the text is verbatim. */
  None = 0,
  /** `{{name}}` */
  Braces = 1,
  /** `<<name>>` */
  Angles = 2,
}

/** What one segment of a scanned text is. A segment is three int32: kind, start, end (code units). */
export const enum Segment {
  /** Copied to the output: plain text, or the inside of an escape. */
  Literal = 0,
  /** A reference; the name stands two code units inside either end. */
  Reference = 1,
  /** A whole group that is no valid reference. */
  MalformedGroup = 2,
  /** An opening `{{` that no complete group follows; the end is at most 16 code units on. */
  MalformedOpening = 3,
}

/** How many int32 make one segment. */
export const enum SegmentSize {
  Words = 3,
}

/** What `checkNames` demands beyond non-empty names, as a bit set. */
export const enum NameRule {
  NonEmpty = 0,
  Unique = 1,
  Variable = 2,
}

/** A violation that `checkNames` reports as three int32: violation, index, index of the first bearer. */
export const enum NameFault {
  Empty = 0,
  Duplicate = 1,
  NotAVariable = 2,
}

/** How `slotTools` ended, and what its result then holds. */
export const enum SlotStatus {
  /** A permutation of the tools. */
  Placed = 0,
  /** The index of the tool that bears the reserved name. */
  ReservedName = 1,
  /** The indices of the listed names that nobody knows. */
  UnknownNames = 2,
}

/** How `checkToolOrder` ended. */
export const enum OrderStatus {
  Valid = 0,
  /** The result is the index of the second mention. */
  Repeated = 1,
  /** The rest entry is not in the list. */
  MissingRest = 2,
}
