import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';
import type { MaybeReadingValues, ReadingValues } from './reading-fields.ts';

/** Sensors, their readings and figures, and their pumps; conventions as in `tables.ts`. */
export type TankTables = {
  sensors: SensorsTable;
  removed_sensors: RemovedSensorsTable;
  sensor_configs: SensorConfigsTable;
  readings: ReadingsTable;
  packed_readings: PackedReadingsTable;
  hourly_rollups: HourlyRollupsTable;
  refills: RefillsTable;
  refill_sources: RefillSourcesTable;
  tanker_receipts: TankerReceiptsTable;
  corrections: CorrectionsTable;
  use_habits: UseHabitsTable;
  pump_commands: PumpCommandsTable;
};

/** A sensor with its latest reading and the state of the rules; written by the recorder. */
export type SensorsTable = MaybeReadingValues & {
  device_id: number;
  /** Counts the device's sensors from 1; short, since every reading carries it. */
  sensor_no: number;
  name: string;
  recorded_at: number | null;
  /** Memory of the detectors of the sensor; see `water/detectors/watch.ts`. */
  watch: string;
  /** `on`/`off` thresholds while the server steers the pump, else null. */
  auto_on_below: number | null;
  auto_off_above: number | null;
  /** State of the pump, packed by `water/pumps/pump-state.ts`; null where nothing is known. */
  pump_state: string | null;
  /** Instant when a running pump is checked, even without readings. */
  pump_check_at: number | null;
  /** Readings before this instant are in `packed_readings`, those from it on in `readings`. */
  packed_until: Generated<number>;
};

/** Removed sensors whose data is still to be deleted, in steps. */
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
  /** Times of the water supply, as `water/sensor-configs/supply.ts` reads them; null where not stated. */
  supply: string | null;
  /** Kinds of incident that are switched off for the sensor, with commas between. */
  muted_kinds: Generated<string>;
  /** The longest that the pump may run, and the shortest that it must rest; as usual where null. */
  pump_max_minutes: number | null;
  pump_rest_minutes: number | null;
  /** What the pump brings, as its owner states; null where not stated. */
  pump_litres_per_hour: number | null;
  /** The tank from which the pump takes its water, as JSON (`water/pumps/source-tank.ts`); null for none. */
  fills_from: string | null;
  /** Instant of the last reading by its tank as it was before a change; null where none shows. */
  tank_changed_at: Generated<number | null>;
  created_at: number;
  updated_at: number;
};

export type ReadingsTable = ReadingValues & {
  device_id: number;
  sensor_no: number;
  recorded_at: number;
};

/**
 * A stretch of a sensor: its readings from `start_at` up to the next stretch; see docs/packed-readings.md and
 * `water/readings`.
 */
export type PackedReadingsTable = {
  device_id: number;
  sensor_no: number;
  start_at: number;
  /** Instant of the last of them. */
  last_at: number;
  count: number;
  /** Packed by `water/readings/packed/packed-readings.ts`. */
  body: Uint8Array;
};

/** Figures of one sensor in one hour of UTC. */
export type HourlyRollupsTable = {
  device_id: number;
  sensor_no: number;
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
  /** Share of the consumption while the sensor was silent. */
  gap_level: number;
  gap_volume: number;
  suspects: number;
  /** Time between readings that tell nothing of the level, though the sensor was heard. */
  blind_ms: number;
  /** Standard deviation of the sensor's noise at the end of the hour, in percent. */
  noise: number;
  /** The ledger's tracker at the end of the hour; see `water/ledger/tracker-text.ts`. */
  tracker: string;
};

/** Refills of a tank, by the hour at whose end they were known to have ended. */
export type RefillsTable = {
  device_id: number;
  sensor_no: number;
  hour: number;
  begun_at: number;
  ended_at: number;
  level_before: number;
  level_after: number;
  /** Rise of the level; draw during the refill is not subtracted. */
  risen_level: number;
  risen_volume: number;
};

/** Source of the water of a refill, as its owner stated it. */
export type RefillSourcesTable = {
  device_id: number;
  sensor_no: number;
  /** An instant of the refill, its begin as a rule: late readings may change the rest. */
  begun_at: number;
  source: string;
};

/** Stretches of a sensor in which, as people say, the level tells neither use nor refill. */
export type CorrectionsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_no: number;
  /** See `water/insights/corrections/schemas.ts`. */
  kind: string;
  begun_at: number;
  ended_at: number;
  created_at: number;
  /** Instant from which the loop makes the ledger anew, where the request did not; null once it is made. */
  due_at: number | null;
  /** It holds no longer, and is deleted once the ledger is made anew without it. */
  taken_back_at: number | null;
};

/** Payments for tankers. */
export type TankerReceiptsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_no: number;
  received_at: number;
  litres: number;
  supplier: string | null;
  /** Shillings in total. */
  price: number | null;
  created_at: number;
};

/** Habits, which forecasts take from the weeks behind a sensor; written by the habit watch. */
export type UseHabitsTable = {
  device_id: number;
  sensor_no: number;
  learnt_at: number;
  /** Instant when it is learnt again. */
  due_at: number;
  /** Time zone of its hours and weekdays. */
  timezone: string;
  is_litres: Flag;
  /** Packed by `water/insights/use/use-habit.ts`; null while too little is known. */
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
  /** A pending command is dead from this instant, even before the sweep says so. */
  expires_at: number;
  /** Of a `schedule` that the server keeps: its times as JSON, and the instant when it acts next. */
  schedule: string | null;
  next_at: number | null;
  delivered_at: number | null;
  acknowledged_at: number | null;
};
