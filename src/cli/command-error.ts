/** A command that cannot be done as asked; the message is for the person at the terminal. */
export class CommandError extends Error {}

/** A command that was right and did not come to its end; as `CommandError`, with exit status 1. */
export class CommandFailure extends Error {}
