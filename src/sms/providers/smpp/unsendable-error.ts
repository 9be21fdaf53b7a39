/** Thrown for a message that cannot be sent as it is, today or later. */
export class UnsendableError extends Error {}
