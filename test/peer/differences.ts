/**
 * Where the library means to differ from the published service. What differs otherwise fails the tests that
 * compare the two; `differences.test.ts` shows each of these with the smallest input that has it.
 */

export interface Difference {
  readonly title: string;
  /** Section of the specification that asks for it. */
  readonly section: string;
  readonly reason: string;
}

export const DIFFERENCES = {
  escape: {
    title: '{{{{x}}}} is the escape for {{x}}',
    section: '5',
    reason: 'the service has no escape and calls it malformed',
  },
  tie: {
    title: 'sections and contexts of equal order stand by name',
    section: '4.3',
    reason: 'the service leaves them in the order of registration, which depends on how plugins load',
  },
  identity: {
    title: 'the harness identity stands at order -1000',
    section: '7',
    reason: 'the service puts it at -100, the library leaves room around every section order',
  },
  shadowed: {
    title: 'a shadowed variable provider is not called',
    section: '3',
    reason: 'the service calls it and throws its value away, so that its failure fails the assembly',
  },
  validation: {
    title: 'what is registered and assembled is validated',
    section: '2 and 4.8',
    reason: 'the service takes empty names and texts that are no strings; a companion plugin checks some of it',
  },
  angles: {
    title: '<<name>> is a reference unless delimiters say otherwise',
    section: '5',
    reason: 'the service has one spelling; everything else here is compared with that one alone',
  },
} as const satisfies Record<string, Difference>;

export type DifferenceName = keyof typeof DIFFERENCES;
