import figures from '../docs/measurements/figures.json' with { type: 'json' };

/** A fleet of which each device reads once a minute. */
const fleets = [1000, 10_000, 100_000, 1_000_000];
const readingsADay = 1440;
const hoursAYear = 8760;
const retentionDays = 400;
/** Readings are rows for so long. */
const presentDays = 2;

const { sqlite, postgres } = figures.bytes;
const { log, packed } = figures.bytes;
const { readings, server, postgres: inPostgres } = figures.fleet;
/** Seconds of a core that a reading takes. */
const seconds = {
  onSqlite: server.sqlite / readings.sqlite,
  onPostgres: server.postgres / readings.postgres,
  inPostgres: inPostgres / readings.postgres,
};
/** Half a core is a good limit for a process: the rest is for what comes at once. */
const coreOfAProcess = 0.5;

const perSecond = (devices: number) => devices / 60;
const daily = (bytes: number, devices = 1) => bytes * readingsADay * devices;
const cores = (secondsEach: number, devices: number) => perSecond(devices) * secondsEach;
const processes = (devices: number) =>
  Math.ceil(cores(seconds.onPostgres, devices) / coreOfAProcess);

/** What stands between `<!-- figures: NAME -->` and `<!-- end -->`, by NAME: each sum of the pages. */
export const renderings: Record<string, () => string> = {
  short: () => {
    const devices = 100_000;
    const share = plain(cores(seconds.onPostgres, devices), 2);
    return `Disk grows first, not pushes: on PostgreSQL a hundred thousand devices take ${share} cores of the programs and ${plain(cores(seconds.inPostgres, devices), 2)} of PostgreSQL, and keep ${size(daily(packed, devices))} of readings a day, and ${size(postgres.hour * 24 * devices)} of hourly figures.`;
  },
  processes: () => `${processes(1_000_000)}`,
  cost: () =>
    `${milli(seconds.onSqlite)} ms of a core for such a reading (${server.sqlite} s ÷ ${count(readings.sqlite)}), on PostgreSQL ${milli(seconds.onPostgres)} ms and PostgreSQL itself ${milli(seconds.inPostgres)} ms`,
  bytes: () =>
    table([
      ['', 'SQLite', 'PostgreSQL'],
      [
        'a reading with its index: level, volume, pump',
        `${whole(sqlite.reading)} bytes`,
        `${whole(postgres.reading)} bytes`,
      ],
      [
        'with centimetres and place',
        `${whole(sqlite.locatedReading)} bytes`,
        `${whole(postgres.locatedReading)} bytes`,
      ],
      [
        "a sensor's hourly figures, an hour",
        `${whole(sqlite.hour)} bytes`,
        `${whole(postgres.hour)} bytes`,
      ],
      [
        'write-ahead log, a reading, for replicas and archives',
        '',
        `${count(log.betweenCheckpoints)} bytes between checkpoints, ${count(log.afterCheckpoint)} in the minute after one; ${count(log.lowest)} to ${count(log.asItComes)} in all ([by the settings](operations.md#checkpoints-and-the-log))`,
      ],
    ]),
  device: () => {
    const kept = readingsADay * retentionDays;
    return [
      '```text',
      `a day as rows    ${count(readingsADay)} readings × ${whole(sqlite.reading)} bytes = ${size(daily(sqlite.reading))} on SQLite     × ${whole(postgres.reading)} = ${size(daily(postgres.reading))} on PostgreSQL`,
      `${retentionDays} days, packed    ${count(kept)} × ${packed} = ${size(kept * packed)} on either`,
      `a year of hourly figures    ${count(hoursAYear)} × ${whole(sqlite.hour)} = ${size(hoursAYear * sqlite.hour)}     × ${whole(postgres.hour)} = ${size(hoursAYear * postgres.hour)}`,
      '```',
    ].join('\n');
  },
  fleet: () =>
    table([
      ['', ...fleets.map(count)],
      row('pushes a second (devices ÷ 60)', (devices) => plain(perSecond(devices), 3)),
      row(`cores of the program on SQLite (× ${milli(seconds.onSqlite)} ms)`, (devices) =>
        plain(cores(seconds.onSqlite, devices), 2),
      ),
      row(
        `cores of the programs on PostgreSQL (× ${milli(seconds.onPostgres)} ms), and of PostgreSQL (× ${milli(seconds.inPostgres)} ms)`,
        (devices) =>
          `${plain(cores(seconds.onPostgres, devices), 2)}, and ${plain(cores(seconds.inPostgres, devices), 2)}`,
      ),
      row('**processes** for that, half a core each', (devices) => `${processes(devices)}`),
      row('**disk of the last two days**, which are rows, SQLite', (devices) =>
        size(daily(sqlite.reading, devices) * presentDays),
      ),
      row('PostgreSQL', (devices) => size(daily(postgres.reading, devices) * presentDays)),
      row('**disk that each day adds**, packed', (devices) => size(daily(packed, devices))),
      row(`**${retentionDays} days of raw readings**, packed`, (devices) =>
        size(daily(packed, devices) * retentionDays),
      ),
      row(`${retentionDays} days on Citus, where they stay rows`, (devices) =>
        size(daily(postgres.reading, devices) * retentionDays),
      ),
      row('**hourly figures a year**, SQLite', (devices) =>
        size(sqlite.hour * hoursAYear * devices),
      ),
      row('PostgreSQL', (devices) => size(postgres.hour * hoursAYear * devices)),
      [
        '**memory** for known devices (about 340 bytes each, 72 MB at most)',
        '0.3 MB',
        '3 MB',
        '34 MB',
        '72 MB a process',
      ],
      row('**connections** of devices that keep theirs open', count),
      row('new ones a second where they do not', (devices) => count(perSecond(devices))),
      row('**polls a second**, one every 10 s', (devices) => count(devices / 10)),
      row('one a minute', (devices) => count(perSecond(devices))),
      [
        '**PostgreSQL** (cores, memory; estimated)',
        'none, or 1, 1 GB',
        'none, or 2, 4 GB',
        '4 to 8, 32 GB',
        '16 to 32, 256 GB; or Citus, for its log',
      ],
      [
        '**backup**',
        '`kisima backup`, nightly',
        'the same, or `pg_dump`',
        'archive of the log and base backups',
        'the same, for each server',
      ],
    ]),
  log: () => {
    const pushes = Math.round(perSecond(100_000));
    const sum = (bytes: number) =>
      `${count(pushes)} × ${count(bytes)} bytes = ${size(pushes * bytes)} a second = ${size(pushes * bytes * 86_400)} a day`;
    return `at 100,000 devices ${sum(log.asItComes)} as PostgreSQL comes, and ${sum(log.tuned)} with checkpoints every 15 minutes and \`wal_compression\``;
  },
  span: () => `${count(log.lowest)} to ${count(log.asItComes)}`,
  million: () => {
    const kept = (days: number) => daily(postgres.reading, 1_000_000) * days;
    return `${size(kept(retentionDays))} for ${retentionDays} days, or ${size(kept(60))} for 60, over eight workers ${size(kept(60) / 8)} each`;
  },
  measured: () =>
    `${whole(sqlite.reading)} and ${whole(sqlite.hour)} on SQLite, ${whole(postgres.reading)} and ${whole(postgres.hour)} on PostgreSQL`,
};

/**
 * A page with the sums that figures.json gives in their places.
 * @throws Error of a place whose name is unknown.
 */
export function renderFigures(page: string): string {
  const place = /(<!-- figures: (\w+) -->)(\n?)[\s\S]*?(<!-- end -->)/g;
  return page.replaceAll(place, (_all, begin, name, line, end) => {
    const render = renderings[name];
    if (!render) throw new Error(`There is no figure ${name}.`);
    return `${begin}${line}${render()}${line}${end}`;
  });
}

function row(what: string, each: (devices: number) => string): string[] {
  return [what, ...fleets.map(each)];
}

function table([heading = [], ...rows]: string[][]): string {
  return [heading, heading.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const whole = (number: number) => number.toFixed(0);
const milli = (sec: number) => (sec * 1000).toPrecision(2);
const count = (number: number) => Math.round(number).toLocaleString('en');
const plain = (number: number, digits: number) =>
  Number(number.toPrecision(digits)).toLocaleString('en', { maximumSignificantDigits: digits });

/** Bytes as a person says them, two or three digits. */
function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const scaled = bytes / 1000 ** power;
  return `${scaled < 10 ? scaled.toFixed(1) : scaled.toFixed(0)} ${units[power]}`;
}
