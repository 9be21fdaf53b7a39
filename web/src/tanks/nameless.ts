import { signal } from '@preact/signals';

/** Whether several of the account's tanks have no name, so that a name alone does not tell them apart. */
export const hasSeveralNameless = signal(false);
