/** A message cannot be sent as it is, today or later. */
export class UnsendableError extends Error {}
