import { decodeText, isRichText, isSpreadsheet } from '../../../../src/kit/text/decode-text.ts';
import { Refusal } from '../../api/failure.ts';
import { say } from './words.ts';

/** Text of a file of contacts; `encoding` where it is in an old code page. */
export type FileText = { text: string; encoding: string | undefined };

/** @throws Refusal for the file of a spreadsheet program, or of a word processor. */
export async function readFileText(file: File): Promise<FileText> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isSpreadsheet(bytes)) throw new Refusal(say.spreadsheet());
  if (isRichText(bytes)) throw new Refusal(say.richText());
  const { text, encoding } = decodeText(bytes);
  return { text, encoding: encoding.startsWith('utf') ? undefined : encoding };
}
