/**
 * Characters that no line of text may hold, as a class of a pattern with the flag `u`: control characters,
 * halves of characters, separators of lines and paragraphs, and the embeddings, overrides and isolates that
 * make a name look like another (Unicode Technical Report 36, section 3.3).
 */
export const unfitForLine = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u{202a}-\\u{202e}\\u{2066}-\\u{2069}';

/** Pattern of a line of text that is not blank, with the flag `u`: see `Line`. */
export const linePattern = `^(?=[\\s\\S]*\\S)[^${unfitForLine}]*$`;
