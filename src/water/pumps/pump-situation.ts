import { minuteMs } from '../../kit/time/units.ts';
import { defaultThresholds } from '../status.ts';
import { atTop } from '../tank-shapes/gauge.ts';
import { storedGauge } from '../tank-shapes/stored-gauge.ts';
import {
  type Automation,
  blindFrom,
  defaultPumpMinutes,
  type LastSwitch,
  type PumpLimits,
  type PumpSituation,
  type SourceTank,
} from './pump-automation.ts';
import { type PumpWord, unpackPump } from './pump-state.ts';
import { currentLevel } from './source-tank.ts';

/** Row of a sensor with its configuration, as far as its pump needs it; null where it has none. */
export type PumpRow = {
  filtered_level: number | null;
  level: number | null;
  recorded_at: number | null;
  pump: number | null;
  pump_state: string | null;
  auto_on_below: number | null;
  auto_off_above: number | null;
  high_threshold: number | null;
  low_threshold: number | null;
  tank: string | null;
} & LimitsRow;

type LimitsRow = { pump_max_minutes: number | null; pump_rest_minutes: number | null };

/** Stored row of the last `on` or `off` that was not cancelled and did not expire. */
export type SwitchRow = {
  command: string;
  turn_off_above: number | null;
  status: string;
  source: string;
  expires_at: number;
};

type Beside = {
  last: SwitchRow | undefined;
  source: SourceTank | undefined;
  /** Usual interval of the device in milliseconds, where it is known and asked for. */
  usualMs?: number | undefined;
};

export function toSituation(
  row: PumpRow,
  { last, source, usualMs }: Beside,
  now: number,
): PumpSituation {
  const level = currentLevel(row, now);
  return {
    now,
    level,
    isAtTop: level !== undefined && isAtTop(level, row.tank),
    blindAt: blindFrom(row.recorded_at ?? 0, usualMs),
    pump: pumpWord(row.pump),
    state: unpackPump(row.pump_state),
    thresholds: {
      high: row.high_threshold ?? defaultThresholds.high,
      low: row.low_threshold ?? defaultThresholds.low,
    },
    limits: limitsOf(row),
    automation: automationOf(row),
    source,
    last: last && toLastSwitch(last, now),
  };
}

function isAtTop(level: number, tank: string | null): boolean {
  const sensorTop = tank === null ? 100 : storedGauge(tank).highestPercent;
  return sensorTop < 100 && level >= sensorTop - atTop;
}

/** Returns the levels by which the server steers a sensor's pump; undefined where it does not. */
export function automationOf({
  auto_on_below: onBelow,
  auto_off_above: offAbove,
}: Pick<PumpRow, 'auto_on_below' | 'auto_off_above'>): Automation | undefined {
  return onBelow === null || offAbove === null ? undefined : { onBelow, offAbove };
}

/** Limits of a sensor without a configuration. */
export const noLimits: LimitsRow = { pump_max_minutes: null, pump_rest_minutes: null };

export function limitsOf({ pump_max_minutes, pump_rest_minutes }: LimitsRow): PumpLimits {
  return {
    maxRunMs: (pump_max_minutes ?? defaultPumpMinutes.maxRun) * minuteMs,
    restMs: (pump_rest_minutes ?? defaultPumpMinutes.rest) * minuteMs,
  };
}

/** Returns the limit of a run: the level in the owner's own command. */
export function orderedStopLevel({
  source,
  turn_off_above,
}: Pick<SwitchRow, 'source' | 'turn_off_above'>) {
  return source === 'user' ? (turn_off_above ?? undefined) : undefined;
}

/**
 * Returns undefined for a command that expired before it was fetched, since it changed nothing at the pump.
 */
function toLastSwitch(row: SwitchRow, now: number): LastSwitch | undefined {
  const isPending = row.status === 'pending';
  if (isPending && row.expires_at <= now) return undefined;
  const { command, source } = row;
  const isByOwner = source === 'user';
  return { command: command as PumpWord, isPending, isByOwner, stopLevel: orderedStopLevel(row) };
}

/** Reads a pump's status as a reading stores it. */
export function pumpWord(pump: number | null): PumpWord | null {
  return pump === null ? null : pump === 1 ? 'on' : 'off';
}
