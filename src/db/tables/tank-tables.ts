import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';
import type { MaybeReadingValues, ReadingValues } from './reading-fields.ts';

/** Sensors, what they measured, what follows from it, and their pumps; conventions as in `tables.ts`. */
export type TankTables = {
  sensors: SensorsTable;
  removed_sensors: RemovedSensorsTable;
  sensor_configs: SensorConfigsTable;
  readings: ReadingsTable;
  hourly_rollups: HourlyRollupsTable;
  refills: RefillsTable;
  refill_sources: RefillSourcesTable;
  tanker_receipts: TankerReceiptsTable;
  use_habits: UseHabitsTable;
  pump_commands: PumpCommandsTable;
};

/** A sensor with its latest reading and what the rules remember of it; written by the recorder. */
export type SensorsTable = MaybeReadingValues & {
  device_id: number;
  /** Counts the device's sensors from 1; short, since every reading carries it. */
  sensor_no: number;
  name: string;
  recorded_at: number | null;
  /** What detectors remember of the sensor; see `water/detectors/watch.ts`. */
  watch: string;
  /** `on`/`off` thresholds while the server steers the pump, else null. */
  auto_on_below: number | null;
  auto_off_above: number | null;
  /** What is known of the pump, as `water/pumps/pump-state.ts` packs it; null where nothing is. */
  pump_state: string | null;
  /** When a pump that runs is to be looked at, whether or not readings come. */
  pump_check_at: number | null;
};

/** Sensors that are gone and whose data still has to go, a little at a time. */
export type RemovedSensorsTable = {
  device_id: number;
  /** Not given to another sensor while it stands here. */
  sensor_no: number;
  sensor_name: string;
  /** Ids: the device's incidents and commands of this name up to these were the sensor's. */
  last_incident_id: number;
  last_command_id: number;
  removed_at: number;
};

export type SensorConfigsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_name: string;
  capacity: number;
  high_threshold: number;
  low_threshold: number;
  /** A `ConfiguredTank` as JSON, or null where only its capacity is known. */
  tank: string | null;
  /** When water comes, as `water/sensor-configs/supply.ts` reads it; null where it is not stated. */
  supply: string | null;
  /** Kinds of incident that are switched off for the sensor, with commas between. */
  muted_kinds: Generated<string>;
  /** The longest that the pump may run, and the shortest that it must rest; as usual where null. */
  pump_max_minutes: number | null;
  pump_rest_minutes: number | null;
  /** The tank that the pump takes its water from, as JSON (`water/pumps/source-tank.ts`); null for none. */
  fills_from: string | null;
  created_at: number;
  updated_at: number;
};

export type ReadingsTable = ReadingValues & {
  device_id: number;
  sensor_no: number;
  recorded_at: number;
};

/** What one sensor did in one hour of UTC. */
export type HourlyRollupsTable = {
  device_id: number;
  sensor_no: number;
  /** Start of the hour. */
  hour: number;
  count: number;
  level_min: number;
  level_max: number;
  level_sum: number;
  first_at: number;
  first_level: number;
  first_volume: number | null;
  last_at: number;
  last_level: number;
  last_volume: number | null;
  consumed_level: number;
  refilled_level: number;
  consumed_volume: number;
  refilled_volume: number;
  /** What of the consumption came to pass while the sensor was silent. */
  gap_level: number;
  gap_volume: number;
  /** Readings that were refused. */
  suspects: number;
  /** Standard deviation of the sensor's noise at the end of the hour, in percent. */
  noise: number;
  /** The ledger's tracker as it stood at the end of the hour; see `water/ledger/tracker-text.ts`. */
  tracker: string;
};

/** Refills of a tank, by the hour in which they were known to have ended. */
export type RefillsTable = {
  device_id: number;
  sensor_no: number;
  hour: number;
  begun_at: number;
  ended_at: number;
  level_before: number;
  level_after: number;
  /** What the level rose by; what was drawn meanwhile came in beside it. */
  risen_level: number;
  risen_volume: number;
};

/** Where the water of a refill came from, as its owner says. */
export type RefillSourcesTable = {
  device_id: number;
  sensor_no: number;
  /** An instant of the refill, its begin as a rule: what is known of it may change with late readings. */
  begun_at: number;
  source: string;
};

/** What a tanker was paid for. */
export type TankerReceiptsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_no: number;
  received_at: number;
  litres: number;
  supplier: string | null;
  /** Shillings, for all of it. */
  price: number | null;
  created_at: number;
};

/** What forecasts take from the weeks behind a sensor; written by the habit watch. */
export type UseHabitsTable = {
  device_id: number;
  sensor_no: number;
  learnt_at: number;
  /** When it is to be learnt again. */
  due_at: number;
  /** By whose clock its hours and weekdays are. */
  timezone: string;
  is_litres: Flag;
  /** As `water/insights/use/use-habit.ts` packs it; null while too little is known. */
  habit: string | null;
};

export type PumpCommandsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_name: string;
  command: string;
  turn_on_below: number | null;
  turn_off_above: number | null;
  status: string;
  source: string;
  created_at: number;
  /** A pending command is dead from here on, whether or not the sweep has said so. */
  expires_at: number;
  /** Of a `schedule` that the server keeps: its times as JSON, and when it has to act next. */
  schedule: string | null;
  next_at: number | null;
  delivered_at: number | null;
  acknowledged_at: number | null;
};
