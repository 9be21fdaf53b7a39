/** The program cannot start with its settings or surroundings; the message is for the operator. */
export class StartError extends Error {}

/** A setting is wrong: no later start with it succeeds. */
export class SettingError extends StartError {}
