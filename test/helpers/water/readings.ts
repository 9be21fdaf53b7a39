import type { Database } from '../../../src/db/database.ts';
import type { Flag } from '../../../src/db/tables/flag.ts';
import { followReading, startTracker } from '../../../src/water/ledger/tracker.ts';
import { packTracker, unpackTracker } from '../../../src/water/ledger/tracker-text.ts';

/** A reading to be put into the tables: when, how much, and whatever else matters to a test. */
export type SeedReading = {
  at: number;
  level: number;
  volume?: number | null;
  level_cm?: number | null;
  temperature?: number | null;
  pump?: Flag | null;
  latitude?: number | null;
  longitude?: number | null;
  status?: number;
  source?: number;
};

type Seed = {
  deviceId: number;
  sensorName?: string;
  /** In the order of time. */
  readings: readonly SeedReading[];
};

const hourMs = 3_600_000;
/** SQLite takes 32,766 parameters in a statement. */
const rowsAtOnce = 1000;

/**
 * Fills the tables of a new sensor with readings and what follows from them, by the definition of each
 * column and without the recorder: so a fault of the recorder does not hide one of the readers.
 */
export async function seedReadings(db: Database, seed: Seed): Promise<void> {
  const { deviceId, sensorName = 'main', readings } = seed;
  const latest = readings.at(-1);
  if (!latest) throw new Error('a sensor comes up with its first reading');
  const sensor_no = await addSensor(db, deviceId, sensorName, latest);
  const rows = readings.map((reading) => toRow(deviceId, sensor_no, reading));
  for (const some of inChunks(rows)) await db.write.insertInto('readings').values(some).execute();
  const rollups = rollUp(rows);
  for (const some of inChunks(rollups)) {
    await db.write.insertInto('hourly_rollups').values(some).execute();
  }
}

async function addSensor(
  db: Database,
  device_id: number,
  name: string,
  { at, ...latest }: SeedReading,
): Promise<number> {
  const { count } = await db.write
    .selectFrom('sensors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow();
  const sensor_no = count + 1;
  const { sensor_no: _no, ...reading } = toRow(device_id, sensor_no, { at, ...latest });
  await db.write
    .insertInto('sensors')
    .values({
      ...reading,
      sensor_no,
      name,
      watch: '',
      auto_on_below: null,
      auto_off_above: null,
    })
    .execute();
  return sensor_no;
}

type Row = ReturnType<typeof toRow>;

function toRow(device_id: number, sensor_no: number, { at, ...reading }: SeedReading) {
  return {
    device_id,
    sensor_no,
    recorded_at: at,
    level: reading.level,
    level_cm: reading.level_cm ?? null,
    volume: reading.volume ?? null,
    temperature: reading.temperature ?? null,
    pump: reading.pump ?? null,
    latitude: reading.latitude ?? null,
    longitude: reading.longitude ?? null,
    status: reading.status ?? 0,
    source: reading.source ?? 0,
    filtered_level: reading.level,
    noise: 0,
    quality: 0,
  };
}

function rollUp(rows: readonly Row[]) {
  let tracker = startTracker(rows[0] as Row);
  const follow = (row: Row) => {
    if (row === rows[0]) return [];
    tracker = unpackTracker(packTracker(tracker));
    return [followReading(tracker, row)];
  };
  const hours = Map.groupBy(rows, ({ recorded_at }) => Math.floor(recorded_at / hourMs) * hourMs);
  return Array.from(hours, ([hour, own]) => {
    const entries = own.flatMap(follow);
    const flows = entries.map(({ flow }) => flow);
    const gaps = entries.filter(({ isOfGap }) => isOfGap).map(({ flow }) => flow);
    const levels = own.map(({ level }) => level);
    const [first, last] = [own[0] as Row, own.at(-1) as Row];
    return {
      device_id: first.device_id,
      sensor_no: first.sensor_no,
      hour,
      count: own.length,
      level_min: Math.min(...levels),
      level_max: Math.max(...levels),
      level_sum: sum(levels),
      first_at: first.recorded_at,
      first_level: first.level,
      first_volume: first.volume,
      last_at: last.recorded_at,
      last_level: last.level,
      last_volume: last.volume,
      consumed_level: sum(flows.map((flow) => flow.consumedLevel)),
      refilled_level: sum(flows.map((flow) => flow.refilledLevel)),
      consumed_volume: sum(flows.map((flow) => flow.consumedVolume)),
      refilled_volume: sum(flows.map((flow) => flow.refilledVolume)),
      gap_level: sum(gaps.map((flow) => flow.consumedLevel)),
      gap_volume: sum(gaps.map((flow) => flow.consumedVolume)),
      suspects: entries.filter(({ verdict }) => verdict === 'refused').length,
      blind_ms: sum(entries.map(({ blindMs }) => blindMs)),
      noise: Math.sqrt(tracker.filter.noise),
      tracker: packTracker(tracker),
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function* inChunks<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += rowsAtOnce) yield items.slice(at, at + rowsAtOnce);
}
