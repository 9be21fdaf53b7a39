/** Strings, closed or not; bare words and numbers; a colon without a value; a comma behind the last one. */
const pieces = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[^\s,:{}[\]"]+|:(?=\s*[,}])|,(?=\s*[}\]])/g;

const json = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const noNumber = /^[+-]?(?:nan|inf|infinity|ovf)$/i;
const word = /^(?:true|false|null|none|undefined)$/i;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * Makes JSON of what a board wrote with `printf` or by joining texts: numbers as C writes and takes them
 * (`045`, `+5`, `5.`, `.5`), words of other languages (`True`, `None`, `undefined`), a comma behind the last value. What
 * is no number (`nan`, `inf`, `ovf`) becomes a text, and a value that is missing an empty one, so that the field is
 * judged by its own rule. What else is no JSON stays as it is.
 */
export function mendBoardJson(text: string): string {
  return text.replace(pieces, mendPiece);
}

function mendPiece(piece: string): string {
  if (piece.startsWith('"') || json.test(piece)) return piece;
  if (piece === ':') return ':""';
  if (piece === ',') return '';
  if (noNumber.test(piece)) return JSON.stringify(piece);
  if (word.test(piece)) return piece.toLowerCase().replace(/none|undefined/, 'null');
  return number.test(piece) && Number.isFinite(Number(piece)) ? String(Number(piece)) : piece;
}
