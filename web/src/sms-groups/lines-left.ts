import { readContactFile } from '../../../src/sms/contact-files/contact-file.ts';
import { readContacts } from '../../../src/sms/contact-files/contact-list.ts';
import { type Chosen, mostOfFile } from '../sms-account/contact-files/tally.ts';

/**
 * Returns those lines of a pasted list that are left out when it is taken in, to be put right, with the head of the list
 * above them; empty where there are none. The server reads the list in the same way, but names only the first of many.
 */
export async function linesLeft(text: string, chosen: Chosen): Promise<string> {
  const file = readContactFile(text, mostOfFile, chosen);
  const { rejections } = await readContacts(file.written);
  if (rejections.length === 0) return '';
  const wrong = new Set(rejections.map(({ at }) => at));
  const begins = Array.from(file.records, ({ at }) => at);
  const lines = text.split('\n');
  const left = lines.slice(0, (begins[0] ?? 1) - 1);
  for (const [index, at] of begins.entries()) {
    if (wrong.has(at)) left.push(...lines.slice(at - 1, (begins[index + 1] ?? Infinity) - 1));
  }
  return left.join('\n').trimEnd();
}
