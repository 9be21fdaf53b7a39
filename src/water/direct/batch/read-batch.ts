import { failures } from '../../../kit/api/failures/api-error.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { FindFaults } from '../../../kit/api/schema/field-rules.ts';
import { ValidationFailure } from '../../../kit/api/schema/validator.ts';
import { withoutEdges } from '../../../kit/http/body-edges.ts';
import { after, readCsvRecords } from '../../../kit/text/csv-file.ts';
import { deviceFormReader, type ReadForm } from '../device-form.ts';
import { dropMeaningless, pumpWords, strictOfPush } from '../push-form.ts';
import { type BatchHead, BatchQuery, BatchReading, mostReadings } from './schemas.ts';

/** A batch whose readings are still as they were sent. */
export type SentBatch = { head: BatchHead; readings: unknown[]; isCsv: boolean };

const readAsForm = deviceFormReader<BatchHead>(BatchQuery, {
  strict: Object.keys(BatchQuery.properties),
});

const readReading = deviceFormReader<BatchReading>(BatchReading, {
  strict: [...strictOfPush, 'boot', 'seq'],
  words: { pump_status: pumpWords },
});

/**
 * Reads what goes for all readings of a batch, and counts these.
 * @param body an object of JSON, or the text of a CSV file.
 * @throws ApiError 400, or ValidationFailure, that names the wrong fields.
 */
export function readBatch(query: object, body: unknown): SentBatch {
  const isCsv = typeof body === 'string';
  const head = readHead(isCsv ? query : headOf(body));
  const readings = isCsv ? linesOf(body) : listOf(body);
  if (readings.length === 0) throw failures.invalidField('readings', fault('tooFew', { limit: 1 }));
  if (readings.length > mostReadings) {
    throw failures.invalidField('readings', fault('tooMany', { limit: mostReadings }));
  }
  if (!head.mac_address && !readings.every(namesDevice)) {
    throw failures.invalidField('mac_address', fault('required'));
  }
  return { head, readings, isCsv };
}

/**
 * Reads a reading of a batch.
 * @param findFaults finds what is named as well where it is refused
 * @throws ValidationFailure that names the fields without which there is no reading.
 */
export function readReadingOf(sent: unknown, findFaults?: FindFaults): ReadForm<BatchReading> {
  const found = readReading(sent, findFaults);
  if (found instanceof ValidationFailure) throw found;
  requireBoth(found.form);
  dropMeaningless(found);
  return found;
}

/** @throws ValidationFailure that names the wrong fields. */
function readHead(sent: object): BatchHead {
  const found = readAsForm(sent);
  if (found instanceof ValidationFailure) throw found;
  return found.form;
}

/** What stands beside the readings; a body that is no object is one without fields. */
function headOf(body: unknown): object {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const { readings: _, ...head } = (isObject ? body : {}) as { readings?: unknown };
  return head;
}

/** A count is of a boot; without both, nothing says when the reading was measured. */
function requireBoth({ boot = null, seq = null }: BatchReading): void {
  if ((boot === null) !== (seq === null)) {
    throw failures.invalidField(boot === null ? 'boot' : 'seq', fault('required'));
  }
}

function listOf(sent: unknown): unknown[] {
  const { readings } = (sent ?? {}) as { readings?: unknown };
  if (readings === undefined || readings === null)
    throw failures.invalidField('readings', fault('required'));
  if (!Array.isArray(readings)) throw failures.invalidField('readings', fault('list'));
  return readings;
}

/** The lines of a file as objects by the names in its first line; one that cannot be read is none. */
function linesOf(file: string): unknown[] {
  const { records } = readCsvRecords(file);
  const [first] = records;
  const columns = columnsOf(first?.cells ?? []);
  if (columns.length === 0) throw failures.invalidField('readings', fault('namesFields'));
  const readings: unknown[] = [];
  const read = decimalsOf(file);
  for (const { cells } of after(records, 1)) {
    const valueAt = (name: string, at: number) => read(name, cells?.[at] ?? '');
    readings.push(
      cells && Object.fromEntries(columns.map(([name, at]) => [name, valueAt(name, at)])),
    );
    // The rest need not be read to be refused.
    if (readings.length > mostReadings) break;
  }
  return readings;
}

/**
 * The columns of a file that are fields of a reading, by name and place; of one that comes again the last. A first
 * line may name thousands of others, which would cost as much for each line.
 */
function columnsOf(header: string[]): [string, number][] {
  const places = new Map<string, number>();
  header.forEach((cell, at) => {
    const name = withoutEdges(cell).toLowerCase();
    if (Object.hasOwn(properties, name)) places.set(name, at);
  });
  return [...places];
}

/** A number with a comma for its point; three digits behind it may as well be thousands. */
const withComma = /^\s*[+-]?\d+,\d+\s*$/;
const perhapsThousands = /,\d{3}\s*$/;

/**
 * Returns a reader of cells that knows numbers with a decimal comma, as loggers and spreadsheets write them in
 * half of the world. Where commas do not separate the cells, one in a number is its point.
 */
function decimalsOf(file: string): (name: string, cell: string) => string {
  const [first = ''] = file.split(/[\r\n]/, 1);
  const isClear = /[;\t]/.test(first);
  return (name, cell) => {
    const { type } = (properties[name] ?? {}) as { type?: string | string[] };
    const isNumber = [type].flat().includes('number');
    if (!isNumber || !withComma.test(cell)) return cell;
    return isClear || !perhapsThousands.test(cell) ? cell.replace(',', '.') : cell;
  };
}

const properties: Record<string, unknown> = BatchReading.properties;

function namesDevice(reading: unknown): boolean {
  const { mac_address: mac } = (reading ?? {}) as Record<string, unknown>;
  return mac !== undefined && mac !== null && mac !== '';
}
