/** The present instant in epoch milliseconds; passed in everywhere, so that tests can move it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
