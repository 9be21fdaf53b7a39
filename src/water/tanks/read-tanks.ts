import type { Database } from '../../db/database.ts';
import type { MaybeReadingValues } from '../../db/tables/reading-fields.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { may, type Viewer } from '../access.ts';
import type { DeviceRecord } from '../devices/queries.ts';
import { type Moment, presentDevice } from '../devices/schemas.ts';
import { presentRefusals } from '../direct/reading-refusals.ts';
import { countUnread } from '../incidents/queries.ts';
import { presentCommand } from '../pump-commands/schemas.ts';
import { unpackPump } from '../pumps/pump-state.ts';
import { type TankValues, tankFieldList } from '../reading-field-schemas.ts';
import { presenterOf } from '../reading-values.ts';
import { unpackSigned } from '../signed-counter.ts';
import { presentDoubt } from './present-doubt.ts';
import { noUse, presentUse, type SilenceOf, type TankUse, trackedFinder } from './present-use.ts';
import {
  type DeviceRange,
  findConfigsOf,
  findNewestCommands,
  findSensors,
  findTracked,
  type SensorRow,
} from './queries.ts';
import type { Tank, TankSensor } from './schemas.ts';

type Config = Awaited<ReturnType<typeof findConfigsOf>>[number];

type TanksSelection = {
  viewer: Viewer;
  /** Devices that the viewer may see, in the order of their ids. */
  devices: readonly DeviceRecord[];
  moment: Moment;
  /** Aborted when nobody waits for the tanks any more. */
  signal: AbortSignal;
};

/** Reads tanks with everything that belongs to them: in five queries. */
export async function readTanks(
  db: Database,
  { viewer, devices, moment, signal }: TanksSelection,
): Promise<Tank[]> {
  const [first, last] = [devices[0], devices.at(-1)];
  if (!first || !last) return [];
  const range: DeviceRange = { ...viewer, first: first.id, last: last.id };
  const find = async <R extends { device_id: number }>(rows: () => Promise<R[]>) =>
    byDevice(await db.inTurn(rows, signal));
  const [sensors, tracked, configs, unread, commands] = await Promise.all([
    find(() => findSensors(db, range)),
    find(() => findTracked(db, range)),
    find(() => findConfigsOf(db.longRead, range)),
    find(() => countUnread(db.longRead, range)),
    find(() => findNewestCommands(db.longRead, range)),
  ]);
  const trackedOf = trackedFinder(tracked);
  const useOf = presentUse(trackedOf, { now: moment.now, silenceOf: silencesOf(devices) });
  return devices.map((device) => {
    const { id: device_id, created_at: _, ...shown } = presentDevice(device, moment);
    const command = commands.get(device.id)?.[0];
    return {
      device_id,
      ...shown,
      battery: device.battery_percent,
      signal: device.signal_dbm,
      key: may(device.role, 'manage') ? presentKey(device) : null,
      refused: presentRefusals(device),
      unread_alerts: unread.get(device.id)?.[0]?.count ?? 0,
      sensors: presentSensors({
        rows: sensors.get(device.id) ?? [],
        configs: configs.get(device.id) ?? [],
        trackedOf,
        useOf,
      }),
      pump: command ? presentCommand(command, moment.now) : null,
    };
  });
}

function silencesOf(devices: readonly DeviceRecord[]): SilenceOf {
  const silences = new Map(devices.map(({ id, silent_after_ms }) => [id, silent_after_ms]));
  return (deviceId) => silences.get(deviceId) ?? null;
}

function presentKey(device: DeviceRecord): NonNullable<Tank['key']> {
  const { key_required, only_signed, signed, refusals, refused_at, refused_for } = device;
  const refused =
    refused_at === null || refused_for === null
      ? null
      : { count: refusals, last_at: toIso(refused_at), reason: refused_for };
  return {
    required: key_required === 1,
    only_signed: only_signed === 1,
    last_signed_at: toIsoOrNull(unpackSigned(signed)?.at ?? null),
    refused,
  };
}

function byDevice<R extends { device_id: number }>(rows: R[]): Map<number, R[]> {
  return Map.groupBy(rows, ({ device_id }) => device_id);
}

/**
 * Presents the sensors with a reading, in the order in which they were first seen, then those that are only
 * configured.
 */
function presentSensors({
  rows,
  configs,
  trackedOf,
  useOf,
}: {
  rows: readonly SensorRow[];
  configs: readonly Config[];
  trackedOf: ReturnType<typeof trackedFinder>;
  useOf: ReturnType<typeof presentUse>;
}): TankSensor[] {
  const heard = rows.filter(({ recorded_at }) => recorded_at !== null);
  const names = new Set(heard.map(({ name }) => name));
  const unheard = configs.filter(({ sensor_name }) => !names.has(sensor_name));
  const configOf = new Map(configs.map((config) => [config.sensor_name, config]));
  return [
    ...heard.map((row) => ({
      ...presentHeard(row, configOf.get(row.name), useOf(row)),
      doubt: presentDoubt(trackedOf(row)),
    })),
    ...unheard.map(presentUnheard),
  ];
}

function presentHeard(
  row: SensorRow,
  config: Config | undefined,
  use: TankUse,
): Omit<TankSensor, 'doubt'> {
  const { capacity = null, high_threshold = null, low_threshold = null } = config ?? {};
  return {
    sensor_name: row.name,
    ...presentTankFields(row),
    recorded_at: toIsoOrNull(row.recorded_at),
    capacity,
    high_threshold,
    low_threshold,
    ...use,
    latch: presentLatch(row),
  };
}

/** From the pump's state itself, since the alert of the dry run may be muted, or deleted. */
function presentLatch({ pump_state }: Pick<SensorRow, 'pump_state'>): TankSensor['latch'] {
  const { latchedAt } = unpackPump(pump_state);
  return latchedAt === undefined ? null : { since: toIso(latchedAt), reason: 'dry_run' };
}

function presentUnheard({ sensor_name, ...config }: Config): TankSensor {
  const { capacity, high_threshold, low_threshold } = config;
  return {
    sensor_name,
    ...presentTankFields({}),
    recorded_at: null,
    capacity,
    high_threshold,
    low_threshold,
    ...noUse,
    latch: null,
    doubt: null,
  };
}

const presenters = tankFieldList.map((field) => [field, presenterOf(field)] as const);

function presentTankFields(row: Partial<MaybeReadingValues>): TankValues {
  const fields = presenters.map(([{ column, name }, present]) => [
    name,
    present(row[column] ?? null),
  ]);
  return Object.fromEntries(fields) as TankValues;
}
