import type { Lived } from '../drive.ts';
import { errorOf } from '../model/sensor.ts';
import type { ToldAlert } from '../owner.ts';
import { type Trouble, troublesOf } from './troubles.ts';

export type Told = {
  troubles: (Trouble & { toldAt?: number })[];
  /** What had to be told and was not. */
  missed: Trouble[];
  /** What was told with no truth behind it. */
  forNothing: { kind: string; minute: number; message: string }[];
};

/** Holds what the owner was told against what was true. */
export function told(lived: Lived): Told {
  const { everyMinutes } = lived.world.spec.board;
  const slack = Math.max(60, 3 * everyMinutes);
  const end = lived.world.history.minutes;
  const alerts = lived.alerts.map((alert) => ({ alert, ...spanOf(lived, alert) }));
  const troubles = troublesOf(lived).map((trouble) => {
    const telling = alerts
      .filter(({ alert }) => trouble.kinds.includes(alert.kind))
      .find(({ from, until }) => from <= trouble.until + slack && until >= trouble.from);
    return telling ? { ...trouble, toldAt: Math.max(telling.from, trouble.from) } : trouble;
  });
  const forNothing = alerts
    .filter(({ alert, from }) => !isTrue(lived, troubles, alert, from))
    .map(({ alert: { kind, message }, from }) => ({ kind, minute: from, message }));
  const missed = troubles.filter(
    (trouble) => trouble.mustBeTold && !('toldAt' in trouble) && trouble.until + slack < end,
  );
  return { troubles, missed, forNothing };
}

function spanOf({ startMs }: Lived, { raised_at, resolved_at }: ToldAlert) {
  const minuteOf = (at: string) => (Date.parse(at) - startMs) / 60_000;
  return {
    from: Math.floor(minuteOf(raised_at)),
    until: resolved_at === null ? Number.POSITIVE_INFINITY : minuteOf(resolved_at),
  };
}

/** True if something stands behind an alert that was raised in this minute. */
function isTrue(lived: Lived, troubles: readonly Trouble[], alert: ToldAlert, at: number): boolean {
  const { spec, history } = lived.world;
  const { everyMinutes } = spec.board;
  const before = Math.max(60, 3 * everyMinutes);
  const isNear = (what: Trouble['what'], minutes: number) =>
    troubles.some((each) => each.what === what && each.from <= at && each.until >= at - minutes);
  const recent = <T>(values: ArrayLike<T>, minutes: number) =>
    Array.prototype.slice.call(values, Math.max(0, at - minutes), at + 1) as T[];
  const { sensor, owner } = spec;
  const error = errorOf(sensor, (100 * spec.pump.litresPerMinute) / spec.tank.litres) + 1;
  const isFaulty = [sensor.echoesPerDay, sensor.zeros, sensor.frozen].some(Boolean);
  // The second tank is judged by what it truly does, which is in the world's source alone.
  if (alert.sensor_name === 'ground') return true;
  switch (alert.kind) {
    case 'low':
      return Math.min(...recent(history.level, before)) <= owner.low + error;
    case 'overflow':
      return Math.max(...recent(history.level, before)) >= owner.high - error;
    case 'dry_run':
      return (
        isNear('dry run', 360) || isNear('frozen sensor', 360) || (sensor.holdsMinutes ?? 0) >= 15
      );
    case 'runs_on':
      return isNear('runs on', 60) || lasted(history.isOn, at) > owner.maxMinutes;
    case 'stuck':
      return isNear('frozen sensor', 60) || (sensor.holdsMinutes ?? 0) > 0;
    case 'jump':
    case 'noise':
      return isFaulty;
    case 'offline':
    case 'outage':
      return isNear('silence', 5);
    case 'unanswered':
      return lived.commands.some(({ created_at, delivered_at, acknowledged_at }) => {
        const since = Date.parse(alert.raised_at) - Date.parse(created_at);
        const isOpen = (by: string | null) => by === null || by >= alert.raised_at;
        return since >= 8 * 60_000 && (isOpen(delivered_at) || isOpen(acknowledged_at));
      });
    case 'heavy_use':
      return isHeaviest(history.level, at);
    default:
      return false;
  }
}

function lasted(isOn: Uint8Array, at: number): number {
  let from = at;
  while (from > 0 && isOn[from - 1]) from--;
  return at - from;
}

/** True if the level fell three times as far within two hours as ever before. */
function isHeaviest(level: Float32Array, at: number): boolean {
  const fall = (minute: number) => (level[minute - 120] ?? 0) - (level[minute] ?? 0);
  let most = 0;
  for (let minute = 120; minute < at - 300; minute++) most = Math.max(most, fall(minute));
  let now = 0;
  for (let minute = Math.max(120, at - 120); minute <= at; minute++)
    now = Math.max(now, fall(minute));
  return now >= 8 && now >= 3 * most;
}
