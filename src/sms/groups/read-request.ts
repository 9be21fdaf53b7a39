import { failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { readContactFile } from './contact-file.ts';
import { type ReadContacts, readContacts, writtenIn } from './contact-list.ts';
import { mostContacts } from './save-contacts.ts';

export type GivenContacts = ReadContacts & { place: 'index' | 'line' };

/**
 * The contacts of a request, which come as a list in JSON or as a CSV file.
 * @throws 400 for a file that holds none, or too many.
 */
export async function readRequest(
  body: { contacts: unknown[] } | string | undefined,
): Promise<GivenContacts> {
  if (body === undefined) throw invalid('contacts', fault('required'));
  if (typeof body !== 'string') {
    return { place: 'index', ...(await readContacts(writtenIn(body.contacts))) };
  }
  const { count, written } = readContactFile(body, mostContacts);
  if (count === 0) throw invalid('body', fault('noContacts'));
  if (count > mostContacts) throw invalid('body', fault('mostContacts', { most: mostContacts }));
  return { place: 'line', ...(await readContacts(written)) };
}

/** @throws 400 for what is not UTF-8, such as a file in an older code page. */
export function decodeFile(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw failures.malformed('The file is not UTF-8 text; save it as "CSV UTF-8".');
  }
}

function invalid(field: string, message: FaultText) {
  return failures.invalid([{ field, message }]);
}
