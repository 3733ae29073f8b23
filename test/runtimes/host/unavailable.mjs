/** A runtime cannot be had on this machine. The message is the reason that the table gives for the skip. */
export class Unavailable extends Error {}
