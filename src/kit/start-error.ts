/** The program cannot start as it is set up; the message is for the operator. */
export class StartError extends Error {}

/** A setting is wrong: no later start of the same program ends otherwise. */
export class SettingError extends StartError {}
