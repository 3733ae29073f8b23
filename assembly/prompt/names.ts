/** Which strings are names. */
import { unitAt } from '../text/utf16';

export function isLower(unit: u16): bool {
  return unit - 0x61 < 26;
}

function isDigit(unit: u16): bool {
  return unit - 0x30 < 10;
}

/** Begins an identifier as a person writes one: a letter or `_`. */
export function beginsIdentifier(unit: u16): bool {
  return (isLower(unit | 0x20) && unit < 0x80) || unit == 0x5f;
}

/** Goes on in an identifier: also a digit, `.` or `-`. */
export function continuesIdentifier(unit: u16): bool {
  return beginsIdentifier(unit) || isDigit(unit) || unit == 0x2e || unit == 0x2d;
}

/** Whether code units from `from` to `to` match `/^[a-z][a-z0-9_]*$/`. */
export function isVariableName(text: usize, from: i32, to: i32): bool {
  if (from >= to || !isLower(unitAt(text, from))) return false;
  for (let index = from + 1; index < to; index++) {
    const unit = unitAt(text, index);
    if (!isLower(unit) && !isDigit(unit) && unit != 0x5f) return false;
  }
  return true;
}
