/** A command cannot be done as asked; the message is for the person at the terminal. */
export class CommandError extends Error {}

/** A right command failed; as `CommandError`, with exit status 1. */
export class CommandFailure extends Error {}
