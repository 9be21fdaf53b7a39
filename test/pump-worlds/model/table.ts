import type { BoardSpec } from './board.ts';
import type { OwnerSpec, WorldSpec } from './world-spec.ts';

const board: BoardSpec = {
  everyMinutes: 5,
  pumpStatus: 'present',
  acknowledges: true,
  keepsLimits: true,
};
const owner: OwnerSpec = {
  steers: 'auto',
  onBelow: 40,
  offAbove: 85,
  low: 20,
  high: 90,
  maxMinutes: 240,
  restMinutes: 10,
};
const calm: WorldSpec = {
  name: 'calm',
  tank: { litres: 5000, startPercent: 60 },
  demand: { kind: 'household', litresPerDay: 2500 },
  source: { kind: 'river' },
  // 36 % an hour.
  pump: { litresPerMinute: 30, primingMinutes: 1 },
  sensor: { noise: 0.5, rounds: 0.1 },
  board,
  network: { loss: 0 },
  owner,
};

type Part<T> = { [K in keyof T]?: Partial<T[K]> | T[K] };

function world(name: string, parts: Part<WorldSpec> = {}): WorldSpec {
  const merged: Record<string, unknown> = { ...calm, name };
  for (const [key, part] of Object.entries(parts)) {
    const own = merged[key];
    const isWhole = typeof part !== 'object' || key === 'source' || typeof own !== 'object';
    merged[key] = isWhole ? part : { ...own, ...part };
  }
  return merged as WorldSpec;
}

const slow = {
  pump: { litresPerMinute: 10, primingMinutes: 2 },
  tank: { litres: 20_000, startPercent: 45 },
};
const fast = { pump: { litresPerMinute: 75, primingMinutes: 1 } };
const daily = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** The worlds, each with what is special about it; the rest is that of the first. */
export const worlds: readonly WorldSpec[] = [
  world('calm'),
  world('calm~loss 10', { network: { loss: 0.1 } }),
  world('calm~loss 30', { network: { loss: 0.3 } }),
  world('minute', { board: { everyMinutes: 1, followsHint: true } }),
  world('minute~loss 30', {
    board: { everyMinutes: 1, followsHint: true },
    network: { loss: 0.3 },
  }),
  world('quarter~loss 10', { board: { everyMinutes: 15 }, network: { loss: 0.1 } }),
  world('quarter~loss 30', { board: { everyMinutes: 15 }, network: { loss: 0.3 } }),
  world('hour', { board: { everyMinutes: 60 } }),
  world('hour~loss 30', { board: { everyMinutes: 60 }, network: { loss: 0.3 } }),
  world('three hours', { board: { everyMinutes: 180 }, owner: { maxMinutes: 720 } }),
  world('three hours, longest run four', { board: { everyMinutes: 180 } }),
  world('doubled', { board: { everyMinutes: 5, doubles: true }, network: { loss: 0.1 } }),
  world('cut amid runs', { network: { loss: 0.1, cutsAmidRuns: 0.4 } }),
  world('cut amid runs~hour', {
    board: { everyMinutes: 60 },
    network: { loss: 0.1, cutsAmidRuns: 0.4 },
  }),
  world('never acknowledges', { board: { acknowledges: false }, network: { loss: 0.1 } }),
  world('never acknowledges nor says its pump', {
    board: { acknowledges: false, pumpStatus: 'never' },
    network: { loss: 0.1 },
  }),
  world('one push late', { board: { pumpStatus: 'late' }, network: { loss: 0.1 } }),
  world('always says off', { board: { pumpStatus: 'always off' }, network: { loss: 0.1 } }),
  world('always says off~old firmware', {
    board: { pumpStatus: 'always off', keepsLimits: false },
    network: { loss: 0.1 },
  }),
  world('always says off~schedule', {
    board: { pumpStatus: 'always off', keepsLimits: false },
    owner: { steers: 'schedule', schedule: [{ days: daily, from: '04:00', until: '07:00' }] },
  }),
  world('well', {
    source: { kind: 'well', litres: 1200, perMinute: 3 },
    owner: { clearsLatch: true },
  }),
  world('well~loss 30', {
    source: { kind: 'well', litres: 1200, perMinute: 3 },
    network: { loss: 0.3, cutsPerWeek: 2 },
    owner: { clearsLatch: true },
  }),
  world('mains by hours', {
    source: { kind: 'mains', hours: [[4, 9]] },
    owner: { clearsLatch: true },
  }),
  world('slow pump', { ...slow, sensor: { noise: 0.8 }, owner: { maxMinutes: 720 } }),
  world('slow pump~told', {
    ...slow,
    sensor: { noise: 0.8 },
    owner: { maxMinutes: 720, litresPerHour: 600 },
  }),
  world('slow pump by the hour', {
    ...slow,
    board: { everyMinutes: 60 },
    sensor: { noise: 0.8, rounds: 1 },
    owner: { maxMinutes: 720 },
  }),
  world('fast pump', { ...fast, network: { loss: 0.3, cutsPerWeek: 3 } }),
  world('fast pump by the quarter, averaging', {
    ...fast,
    board: { everyMinutes: 15 },
    sensor: { noise: 2, averagesMinutes: 4 },
  }),
  world('second tank', {
    source: { kind: 'ground', litres: 3000, perMinute: 15, hours: [[2, 6]] },
    network: { loss: 0.1 },
  }),
  world('schedule', {
    network: { loss: 0.1 },
    demand: { kind: 'school', litresPerDay: 3000 },
    owner: {
      steers: 'schedule',
      schedule: [
        { days: daily, from: '04:00', until: '07:00' },
        { days: daily, from: '13:00', until: '14:30' },
      ],
    },
  }),
  world('owner interferes', {
    network: { loss: 0.1, cutsPerWeek: 2 },
    powerCutsPerWeek: 3,
    owner: { interferes: true, restMinutes: 60 },
  }),
  world('frozen sensor', { sensor: { noise: 0.5, frozen: { fromDay: 4, hours: 96 } } }),
  world('echoes and zeros', { sensor: { noise: 1, echoesPerDay: 1.5, zeros: 0.01 } }),
  world('holding, whole percents', { sensor: { holdsMinutes: 20, rounds: 1 } }),
  world('pump fails', { pump: { failsOnDay: 6, wearPerDay: 0.01, tripsPerDay: 2 } }),
  world('relay welds', { pump: { weldsOnDay: 5 }, demand: { kind: 'farm', litresPerDay: 4000 } }),
  world('old firmware', { board: { keepsLimits: false }, network: { loss: 0.1 } }),
];
