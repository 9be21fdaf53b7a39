/** The program cannot start as it is set up; the message is for the operator. */
export class StartError extends Error {}
