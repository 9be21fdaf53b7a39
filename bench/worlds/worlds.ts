/** The catalogue of worlds, and the one function that makes what happens in them. */
import { type BoardSpec, type Reading, send } from './boards.ts';
import { bases } from './catalogue.ts';
import { DAY, NAIROBI_OFFSET } from './clock.ts';
import { type PremisesSpec, play } from './premises.ts';
import { chanceOf } from './random.ts';
import { type SensorSpec, sensorOf } from './sensors.ts';
import {
  type Day,
  daysOf,
  hiddenByDay,
  type Quarter,
  quartersOf,
  type Refill,
  spellsOf,
} from './truth.ts';

export type World = {
  /** Unique, e.g. 'house-pump-5min~0.3'. */
  name: string;
  kind: string;
  /** Standard deviation of the reported noise, percent of full scale, before rounding and faults. */
  noise: number;
  /** True where no reader of levels could know the use, because filling goes with drawing. */
  unknowable: boolean;
  capacityLitres: number;
  /** Null for boards that report on change. */
  reportEveryMinutes: number | null;
  days: number;
  /** What the board's stamps are ahead of true time, ms: `at` − this is true time. 0 but in the worlds of kind 'clock'. */
  clockAheadMs: number;
  /** Worlds with the same base and seed have the same water and differ only in the size of the noise. */
  base: string;
  premises: PremisesSpec;
  sensor: SensorSpec;
  board: BoardSpec;
};

export type Generated = {
  /** In order of arrival. */
  readings: Reading[];
  /** Quarters of an hour without gaps, from the first midnight in Nairobi to the last. */
  truth: Quarter[];
  /** Litres in the tank at the first midnight. */
  startLitres: number;
  /** Spells of inflow (gaps of up to 30 minutes joined) in which the level climbs by at least 5 % of capacity. */
  refills: Refill[];
  /** Spells that bring at least 5 % of capacity though the level never climbs by 5 %: to find one is no mistake. */
  hiddenRefills: Refill[];
  useByDay: Day[];
  /** Litres of each day's use that no reader of levels can see for certain; see `hiddenByDay`. */
  hiddenByDay: Day[];
  burst: { from: number; to: number } | null;
};

export const worlds: World[] = bases.flatMap((base) =>
  (base.noises ?? [0.3, 1]).map((noise) => ({
    name: `${base.name}~${noise}`,
    kind: base.kind,
    noise,
    unknowable: base.unknowable ?? false,
    capacityLitres: base.premises.capacityLitres,
    reportEveryMinutes: base.board.schedule.type === 'every' ? base.board.schedule.minutes : null,
    days: base.days ?? 28,
    clockAheadMs:
      (base.board.clockErrorSeconds ?? 0) * 1000 + (base.board.localAsUtc ? NAIROBI_OFFSET : 0),
    base: base.name,
    premises: base.premises,
    sensor: base.sensor,
    board: base.board,
  })),
);

/** Worlds that the checks look at: each twelfth, or all where `ALL_WORLDS` is set, which takes minutes. */
export const checkedWorlds = process.env['ALL_WORLDS']
  ? worlds
  : worlds.filter((_, index) => index % 12 === 0);

/** Makes a world: the same world and seed give the same numbers on every machine. */
export function generate(world: World, seed: number): Generated {
  const key = `${world.base}:${seed}`;
  const minutes = play(world.premises, world.days, key);
  const sensor = sensorOf(world.sensor, world.noise, minutes, chanceOf(`${key}:sensor`));
  const end = minutes.start + world.days * DAY;
  const { readings, measuredAt } = send(
    world.board,
    sensor,
    minutes.start,
    end,
    chanceOf(`${key}:board`),
  );
  const spells = spellsOf(minutes);
  const least = 0.05 * minutes.capacity;
  return {
    readings,
    truth: quartersOf(minutes),
    startLitres: minutes.startLitres,
    refills: spells.filter((spell) => spell.rise >= least),
    hiddenRefills: spells.filter((spell) => spell.rise < least && spell.litres >= least),
    useByDay: daysOf(minutes),
    hiddenByDay: hiddenByDay(minutes, measuredAt),
    burst: minutes.burst,
  };
}
