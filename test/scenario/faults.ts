import { dayMs, hourMs, minuteMs } from '../../src/kit/time/units.ts';

/**
 * Source of a tank's water: a pump with a float, rationed mains, trucks, or a pump that the server
 * switches.
 */
export type TankKind = 'pump' | 'ration' | 'tanker' | 'automatic';

export type FaultKind =
  | 'stuck'
  | 'jump'
  | 'noise'
  | 'silent'
  | 'outage'
  | 'dry_run'
  | 'runs_on'
  | 'float_fails'
  | 'leak'
  | 'battery'
  | 'signal'
  | 'unanswered'
  | 'flapping';

/** A fault of one tank, planned before the course begins. */
export type PlannedFault = {
  kind: FaultKind;
  tank: number;
  /** Epoch milliseconds; a fault of a pump shows when the pump is next wanted. */
  from: number;
  until: number;
};

/** An incident that the server ought to raise: a fault that shows, or a level beyond a threshold. */
export type Truth = {
  /** The kind of incident that answers it. */
  kind: string;
  fault: FaultKind | 'low' | 'overflow' | 'clock';
  tank: number;
  begin: number;
  end: number;
  /** Told within so many milliseconds it is told in time. */
  allowed: number;
};

type FaultRule = {
  /** The kind of incident that answers it; a float valve that fails and a flapping level show in the level. */
  answer: string | undefined;
  /** Kinds that may be told besides while it lasts: they are true of what the sensor says, or follow. */
  follow: string[];
  /** Number of tanks of 60 with the fault, and the tanks that may have it. */
  tanks: number;
  among: TankKind[];
  /** Days after the start before which it does not begin: what compares with habits needs some. */
  earliestDay: number;
  lastsMs: number;
};

const anyTank: TankKind[] = ['pump', 'ration', 'tanker', 'automatic'];
const levels = ['low', 'overflow'];

/** Neighbours that one power cut silences. */
export const neighbours = 9;

/** In the order of fewest tanks that may have it first, so that each finds its own. */
export const faultRules: Record<FaultKind, FaultRule> = {
  unanswered: rule('unanswered', [], 2, ['automatic'], 4, 6 * hourMs),
  runs_on: rule('runs_on', ['overflow'], 4, ['automatic', 'pump'], 8, 8 * hourMs),
  dry_run: rule('dry_run', [], 5, ['automatic', 'pump'], 10, 4 * hourMs),
  float_fails: rule(undefined, ['overflow'], 4, ['ration'], 4, 8 * dayMs),
  leak: rule('leak', [], 5, ['pump', 'tanker'], 10, 60 * dayMs),
  flapping: rule(undefined, ['low', 'heavy_use'], 2, ['tanker', 'ration'], 4, 8 * dayMs),
  outage: rule('outage', [], neighbours, anyTank, 3, 3 * hourMs),
  stuck: rule('stuck', ['jump'], 4, anyTank, 4, 3 * dayMs),
  jump: rule('jump', [...levels, 'heavy_use'], 4, anyTank, 4, 2 * dayMs),
  noise: rule('noise', ['jump', ...levels], 3, anyTank, 8, 3 * dayMs),
  silent: rule('offline', [], 5, anyTank, 1, 20 * hourMs),
  battery: rule('battery', [], 3, anyTank, 2, 10 * dayMs),
  signal: rule('signal', [], 3, anyTank, 4, 3 * dayMs),
};

function rule(
  answer: string | undefined,
  follow: string[],
  tanks: number,
  among: TankKind[],
  earliestDay: number,
  lastsMs: number,
): FaultRule {
  return { answer, follow, tanks, among, earliestDay, lastsMs };
}

/** From the truth to the incident, at most; battery counts from 20 percent, low and overflow from the crossing. */
export const allowedMs: Record<string, number> = {
  // Where water falls in, three readings that tremble by 2 % do not always show a slow rise.
  overflow: 30 * minuteMs,
  low: 30 * minuteMs,
  // ONLINE_MINUTES and a quarter of an hour.
  offline: 30 * minuteMs,
  outage: 30 * minuteMs,
  stuck: 36 * hourMs,
  jump: 2 * hourMs,
  noise: dayMs,
  dry_run: 45 * minuteMs,
  runs_on: hourMs,
  unanswered: hourMs,
  // To the end of the fourth whole night.
  leak: 4 * dayMs + 8 * hourMs,
  battery: 36 * hourMs,
  signal: dayMs,
  clock: hourMs,
};

/**
 * For a pump that runs dry, in milliseconds: longer where its tank fills so slowly that what it brings
 * would not show sooner. Three times what it needs for four deviations of the noise, with a quarter more
 * for what is drawn meanwhile, and at most two hours and a lost reading or two.
 * @param rate percent an hour that the pump brings as a rule
 */
export function allowedDryMs(rate: number): number {
  const neededMs = (1.25 * 3 * 4 * hourMs) / rate;
  return Math.max(allowedMs.dry_run as number, Math.min(130 * minuteMs, neededMs));
}

/** Owners' thresholds, in percent; floats close below 92. */
export const thresholds = { low: 15, high: 95 };

export const stepMs = 5 * minuteMs;
