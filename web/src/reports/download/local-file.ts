import { csvLine, csvLineEnd } from '../../../../src/kit/text/csv.ts';
import { createLocalTimes } from '../../words/zoned-instant.ts';

type Options = {
  device: string;
  /** IANA name of the owner's time zone. */
  timeZone: string;
};

/**
 * Rewrites the API's CSV of readings for people: with the device's name in front, and beside each
 * UTC instant the owner's local time.
 */
export function withLocalTimes(csv: string, { device, timeZone }: Options): string {
  const [header = '', ...lines] = csv.split(csvLineEnd);
  const names = header.split(',');
  const place = names.indexOf('recorded_at');
  const local = createLocalTimes(timeZone);
  const name = csvLine([device]);
  const before = names.slice(0, place + 1);
  const title = ['device_name', ...before, `recorded_at ${timeZone}`, ...names.slice(place + 1)];
  const rows = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [from, until] = cellAt(line, place);
      const instant = Date.parse(line.slice(from, until));
      const shown = Number.isNaN(instant) ? '' : local(instant);
      return `${name},${line.slice(0, until)},${shown}${line.slice(until)}`;
    });
  return [csvLine(title), ...rows, ''].join(csvLineEnd);
}

/** Finds the bounds of the cell at `place`, skipping quoted ones. */
function cellAt(line: string, place: number): [from: number, until: number] {
  let from = 0;
  for (let passed = 0; passed < place; passed++) from = endOfCell(line, from) + 1;
  return [from, endOfCell(line, from)];
}

/** Finds the end of the cell that begins at `from`: a comma outside quotes, or the line's end. */
function endOfCell(line: string, from: number): number {
  let isQuoted = false;
  for (let index = from; index < line.length; index++) {
    if (line[index] === '"') isQuoted = !isQuoted;
    else if (line[index] === ',' && !isQuoted) return index;
  }
  return line.length;
}
