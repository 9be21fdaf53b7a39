import type { Database } from '../../db/database.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import type { SignedIds } from '../../kit/signed-ids.ts';
import { csvLine, csvLineEnd, csvMark, typedCell } from '../../kit/text/csv.ts';
import { deviceKeyOf } from '../devices/device-key.ts';
import { codeFor } from '../sharing/shown-codes.ts';
import { refusedFileHeader, refusedFileLine } from './device-file.ts';
import { findOffersOf } from './offer-queries.ts';
import { findDevicesOfRows, findRows, type Import, type ImportRow } from './queries.ts';
import { cellsOf, errorsOf, statusesOf } from './schemas.ts';

type FileDeps = { db: Database; secret: Buffer; codes: SignedIds };

const linesAtOnce = 500;

/** Reads some lines of an import, page by page while they are taken. */
function pagesOfRows(
  { db }: Pick<FileDeps, 'db'>,
  { id }: Import,
  statuses: ImportRow['status'][],
  signal: AbortSignal,
) {
  return pagesOf<ImportRow>(linesAtOnce, ({ after, limit }) =>
    db.inTurn(
      () => findRows(db.longRead, { id, statuses, after: after?.line ?? 0, limit }),
      signal,
    ),
  );
}

/** The lines that were refused as a file, with what is wrong, to be mended and sent again. */
export async function* writeRefused(
  deps: FileDeps,
  of: Import,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield refusedFileHeader;
  for await (const page of pagesOfRows(deps, of, statusesOf('refused'), signal)) {
    const lines = page.map((row) => {
      const faults = errorsOf(row).map(({ field, message }) => `${field} ${message}`);
      return refusedFileLine(cellsOf(row), faults.join('; '));
    });
    yield lines.join('');
  }
}

const keyColumns = ['mac_or_serial', 'name', 'device_id', 'api_key', 'offered_to', 'invitation'];

/**
 * The devices of an import with their keys, as long as the person may manage them: keys are derived when
 * they are asked for, so that none lies in the import. The link of an offer is for the owner of now alone.
 * @param origin of the server, such as `https://water.example`, for the links of offers.
 */
export async function* writeKeys(
  { db, secret, codes }: FileDeps,
  of: Import,
  { origin, now }: { origin: string; now: number },
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield csvMark + csvLine(keyColumns) + csvLineEnd;
  for await (const page of pagesOfRows({ db }, of, ['registered', 'known'], signal)) {
    const ids = page.flatMap(({ device_id }) => (device_id === null ? [] : [device_id]));
    const devices = await findDevicesOfRows(db.longRead, of.user_id, ids);
    const offers = new Map(
      (await findOffersOf(db.longRead, ids, now)).map((offer) => [offer.device_id, offer]),
    );
    const lines = devices.map(({ id, mac_or_serial, name, key_salt, role }) => {
      const offer = offers.get(id);
      const code = offer && codeFor(codes, role, offer);
      const link = code ? `${origin}/invitations/${code}` : '';
      const texts = [mac_or_serial, name ?? ''].map(typedCell);
      const key = deviceKeyOf(secret, id, key_salt);
      const to = offer?.email ?? offer?.phone ?? '';
      return csvLine([...texts, String(id), key, to, link]) + csvLineEnd;
    });
    if (lines.length > 0) yield lines.join('');
  }
}
