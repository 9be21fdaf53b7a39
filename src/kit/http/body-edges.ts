/** Beyond ASCII are blanks, too: byte order marks, and the blanks of word processors and of web pages. */
const edge = /^[\s\0]$/;

/**
 * A text without the blanks, line ends and NULs around it. Each character is looked at once: an expression for those
 * at the end begins anew at each blank within, so that a body of blanks would hold up the server for hours.
 */
export function withoutEdges(text: string): string {
  let from = 0;
  let until = text.length;
  while (from < until && isEdge(text, from)) from += 1;
  while (until > from && isEdge(text, until - 1)) until -= 1;
  return text.slice(from, until);
}

function isEdge(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code <= 0x20 || code >= 0x7f) && edge.test(text.charAt(at));
}
