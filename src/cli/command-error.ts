/** A command that cannot be done as asked; the message is for the person at the terminal. */
export class CommandError extends Error {}
