/**
 * Puts U+FFFD in place of halves of characters, as `toWellFormed` does, which the oldest browsers that the
 * dashboard serves do not have: for what runs there too.
 */
export function wellFormed(text: string): string {
  // Under `u` a whole pair is one character, and no surrogate.
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
