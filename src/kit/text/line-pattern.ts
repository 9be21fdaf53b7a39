/** One line of text that is not blank, as a pattern with the flag `u`: see `Line`. */
export const linePattern = '^(?=[\\s\\S]*\\S)[^\\p{Cc}\\p{Cs}]*$';
