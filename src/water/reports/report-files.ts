import type { FastifyReply } from 'fastify';
import type { Language } from '../../accounts/language.ts';
import { asAttachment } from '../../kit/http/attachment.ts';
import type { Reader as LongReader, LongReads } from '../../kit/http/long-reads.ts';
import { roundTo2 } from '../../kit/round.ts';
import { type CsvCell, csvMark, csvRecord, typedCell } from '../../kit/text/csv.ts';
import { dateAt } from '../../kit/time/time-zone.ts';
import type { Device } from '../guards.ts';
import { remarkWords } from './remarks/remark-words.ts';
import { remarkOnCut } from './remarks/remarks.ts';
import type { Report } from './report.ts';
import type { AlertsReport, DailyReport, Measured, PumpReport, UsageReport } from './schemas.ts';

type Alert = AlertsReport['alerts'][number];
type Command = PumpReport['commands'][number];

/** A report as a file that is read as it is taken. */
export type ReportFile = { name: string; pieces: AsyncIterable<string> };

/** Names the file of a report by its device and its days. */
export function fileOf(
  what: string,
  { device, range, timezone }: Report,
  pieces: AsyncIterable<string>,
): ReportFile {
  const from = dateAt(range.start, timezone);
  const until = dateAt(Math.max(range.start, range.shownEnd - 1), timezone);
  return { name: `${what}-${device.id}-${from}-${until}.csv`, pieces };
}

type Send = (
  reply: FastifyReply,
  reader: LongReader,
  open: (signal: AbortSignal) => Promise<ReportFile>,
) => Promise<FastifyReply>;

/** Sends files as they are read, each as a long read of its reader. */
export function sendsFiles(longReads: LongReads): Send {
  return async (reply, reader, open) => {
    const { name, content } = await longReads.written(reader, open);
    return asAttachment(reply, name).send(content);
  };
}

/** Who reads of which device. */
type Reader = { language: Language; device: Device };

const ofDevice = ['device_id', 'device_name'];

function cellsOfDevice({ id, name }: Device): CsvCell[] {
  return [String(id), name === null ? null : typedCell(name)];
}

/** Separates remarks in one cell. */
export const betweenRemarks = ' ';

/** Writes the days of a report with what is said of each, and of all of them in a last record. */
export async function* writeDaily(
  { days, ...report }: DailyReport,
  reader: Reader,
): AsyncGenerator<string> {
  yield `${csvMark}${csvRecord([...ofDevice, 'date', 'sensor_name', 'average', 'minimum', 'maximum', 'count', 'remarks'])}`;
  const remarkOn = remarkerOf(report, reader);
  const own = cellsOfDevice(reader.device);
  for (const { date, sensor_name, average, minimum, maximum, count } of days) {
    const name = typedCell(sensor_name);
    yield csvRecord([...own, date, name, average, minimum, maximum, count, remarkOn(date)]);
  }
  const said = report.remarks.join(betweenRemarks);
  if (said !== '') yield csvRecord([...own, null, null, null, null, null, null, said]);
}

const usageFigures = [
  ...(['consumed', 'refilled', 'net_change', 'total_volume_change'] as const),
  ...(['consumed_low', 'consumed_high', 'estimated_share', 'unexplained'] as const),
];
/** Figures that add up over days. */
const summed: readonly string[] = [
  ...['consumed', 'refilled', 'net_change', 'total_volume_change', 'unexplained'],
];

/**
 * As `writeDaily`, of the use; each sensor ends with its sums, and sensors of unknown litres follow in
 * percent.
 */
export async function* writeUsage(
  { days, unit, days_in_percent, ...report }: UsageReport,
  reader: Reader,
): AsyncGenerator<string> {
  yield `${csvMark}${csvRecord([...ofDevice, 'date', 'sensor_name', 'unit', ...usageFigures, 'remarks'])}`;
  const remarkOn = remarkerOf(report, reader);
  const own = cellsOfDevice(reader.device);
  const total = remarkWords[reader.language].total();
  for (const part of [
    { unit, days },
    { unit: 'percent', days: days_in_percent },
  ]) {
    for (const { date, sensor_name, ...day } of part.days) {
      const figures = usageFigures.map((name) => day[name]);
      const name = typedCell(sensor_name);
      yield csvRecord([...own, date, name, part.unit, ...figures, remarkOn(date)]);
    }
    for (const [name, rows] of Map.groupBy(part.days, (day) => day.sensor_name)) {
      const sums = usageFigures.map((figure) =>
        summed.includes(figure) ? roundTo2(rows.reduce((sum, day) => sum + day[figure], 0)) : null,
      );
      yield csvRecord([...own, total, typedCell(name), part.unit, ...sums, null]);
    }
  }
  const said = report.remarks.join(betweenRemarks);
  const none = usageFigures.map(() => null);
  if (said !== '') yield csvRecord([...own, null, null, null, ...none, said]);
}

function remarkerOf(
  { cut_days, timezone }: Measured & { timezone: string },
  { language }: Pick<Reader, 'language'>,
): (date: string) => string | null {
  const cut = new Map(cut_days.map((day) => [day.date, remarkOnCut(day, { language, timezone })]));
  return (date) => cut.get(date) ?? null;
}

const alertCells = {
  id: ({ id }) => id,
  device_id: ({ device_id }) => device_id,
  sensor_name: ({ sensor_name }) => typedOrNull(sensor_name),
  type: ({ type }) => type,
  severity: ({ severity }) => severity,
  message: ({ message }) => typedCell(message),
  is_read: ({ is_read }) => is_read,
  read_at: ({ read_at }) => read_at,
  source: ({ source }) => source,
  kind: ({ kind }) => kind,
  created_at: ({ created_at }) => created_at,
  raised_at: ({ raised_at }) => raised_at,
  resolved_at: ({ resolved_at }) => resolved_at,
  acknowledged_at: ({ acknowledged_at }) => acknowledged_at,
} satisfies Record<string, (alert: Alert) => CsvCell>;

const commandCells = {
  id: ({ id }) => id,
  device_id: ({ device_id }) => device_id,
  sensor_name: ({ sensor_name }) => typedCell(sensor_name),
  command: ({ command }) => command,
  turn_on_below: ({ turn_on_below }) => turn_on_below,
  turn_off_above: ({ turn_off_above }) => turn_off_above,
  status: ({ status }) => status,
  source: ({ source }) => source,
  created_at: ({ created_at }) => created_at,
  delivered_at: ({ delivered_at }) => delivered_at,
  acknowledged_at: ({ acknowledged_at }) => acknowledged_at,
} satisfies Record<string, (command: Command) => CsvCell>;

/** Writes alerts from pages of them; `timezone` is that of the local times. */
export function writeAlerts(
  pages: AsyncIterable<Alert[]>,
  timezone: string,
): AsyncGenerator<string> {
  return writeRecords(pages, alertCells, timezone);
}

/** Writes pump commands from pages of them. */
export function writeCommands(
  pages: AsyncIterable<Command[]>,
  timezone: string,
): AsyncGenerator<string> {
  return writeRecords(pages, commandCells, timezone);
}

async function* writeRecords<R extends { created_at: string }>(
  pages: AsyncIterable<R[]>,
  cells: Record<string, (record: R) => CsvCell>,
  timezone: string,
): AsyncGenerator<string> {
  // Swedish has the date as ISO 8601 has it, which spreadsheets know: 2026-11-21 14:05:09.
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    ...({ dateStyle: 'short', timeStyle: 'medium' } as const),
  });
  const writers = Object.values(cells);
  yield `${csvMark}${csvRecord(['local_time', ...Object.keys(cells)])}`;
  for await (const page of pages) {
    const lines = page.map((record) => {
      const time = local.format(Date.parse(record.created_at));
      return csvRecord([time, ...writers.map((write) => write(record))]);
    });
    if (lines.length > 0) yield lines.join('');
  }
}

function typedOrNull(text: string | null): string | null {
  return text === null ? null : typedCell(text);
}
