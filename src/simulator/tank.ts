import { minuteMs } from '../kit/time/units.ts';
import { fullLitres, heightAtLitres } from '../water/tank-shapes/litres-at-height.ts';
import { airCelsius, gpsFix, type Point } from './places.ts';
import { drawLitres, outletFlow } from './premises.ts';
import { createRandom, type Random } from './random.ts';
import { type Measurement, measure, type SensorFault } from './sensor.ts';
import { createTanker, mainsFlow, runsPump } from './supply.ts';
import type { TankPlan } from './tank-plan.ts';

/** Flows since the beginning; `litres` = start + `in` - `out` - `overflow` - `leaked`. */
export type Flows = {
  litres: number;
  in: number;
  out: number;
  overflow: number;
  leaked: number;
  /** Demand while the tank was empty. */
  unmet: number;
};

export type Reading = Measurement & Point & { pumpStatus: 'on' | 'off' };

/** Faults of a tank, asked for at each instant; none unless stated. */
export type TankFaults = {
  /** Set if the pump finds no water. */
  isDry?: (at: number) => boolean;
  /** Set if a running pump cannot be switched off. */
  pumpSticks?: (at: number) => boolean;
  /** Set if the float valve of the mains stays open. */
  floatFails?: (at: number) => boolean;
  /** Percent of the capacity that leaks in a day. */
  leakPercent?: (at: number) => number;
  /** Measured level in percent in place of the true one. */
  seenLevel?: (at: number, percent: number) => number;
  sensor?: (at: number, percent: number) => SensorFault | undefined;
};

/** Shared by all: a fleet has many tanks. */
const noFaults: TankFaults = {};

/** Longest step of the water: a pump reacts within it. */
const longestPieceMinutes = 1;
const overflowPipeM = 0.05;

/** A tank with its people, supplies and pump controller; determined by plan, start and calls. */
export class VirtualTank {
  readonly capacity: number;
  control: TankPlan['control'];
  readonly #plan: TankPlan;
  readonly #faults: TankFaults;
  readonly #tankerFlow: ReturnType<typeof createTanker> | null;
  readonly #people: Random;
  readonly #sensor: Random;
  readonly #gps: Random;
  readonly #flows: Flows;
  #at: number;
  #isPumping = false;
  /** Litres that open taps still have to give. */
  #wanted = 0;
  #isFilling = false;
  #overflowPerMinute = 0;
  #measured: Measurement | null = null;

  constructor(plan: TankPlan, startsAt: number, faults = noFaults) {
    this.#plan = plan;
    this.#faults = faults;
    const { tanker, seed } = plan;
    this.#tankerFlow = tanker ? createTanker(tanker, createRandom(seed, 'tanker')) : null;
    this.#people = createRandom(plan.seed, 'users');
    this.#sensor = createRandom(plan.seed, 'sensor');
    this.#gps = createRandom(plan.seed, 'gps');
    this.#at = startsAt;
    this.capacity = fullLitres(plan.shape);
    this.control = plan.control;
    const litres = this.capacity * plan.initialFill;
    this.#flows = { litres, in: 0, out: 0, overflow: 0, leaked: 0, unmet: 0 };
  }

  /** Simulated time in epoch milliseconds. */
  get at(): number {
    return this.#at;
  }

  /** The true level. */
  get levelPercent(): number {
    const percent = (this.#flows.litres / this.capacity) * 100;
    return this.#faults.seenLevel?.(this.#at, percent) ?? percent;
  }

  get isPumping(): boolean {
    return this.#isPumping;
  }

  get flows(): Readonly<Flows> {
    return { ...this.#flows };
  }

  step(minutes: number): void {
    for (let left = minutes; left > 0; left -= longestPieceMinutes) {
      this.#live(Math.min(left, longestPieceMinutes));
    }
  }

  /** Measures the tank as its device would now, errors included. */
  read(): Reading {
    const { shape, sensor, town, site } = this.#plan;
    const scene = {
      shape,
      heightCm: heightAtLitres(shape, this.#seenLitres()) + this.#overflowHeadCm(),
      isFilling: this.#isFilling,
      air: { celsius: airCelsius(town, this.#at), calibratedAt: town.meanCelsius },
      last: this.#measured,
      fault: this.#faults.sensor?.(this.#at, this.levelPercent),
    };
    this.#measured = measure(sensor, scene, this.#sensor);
    const pumpStatus = this.#isPumping ? 'on' : 'off';
    return { ...this.#measured, pumpStatus, ...gpsFix(site, this.#gps) };
  }

  #live(minutes: number): void {
    const { kind, dailyLitres } = this.#plan;
    const at = this.#at;
    this.#wanted += drawLitres(kind, dailyLitres, at, minutes, this.#people);
    const demand = Math.min(this.#wanted, outletFlow(kind) * minutes);
    this.#flow(this.#inflow() * minutes, demand, minutes);
    this.#leak(((this.#faults.leakPercent?.(at) ?? 0) / 100) * (minutes / 1440) * this.capacity);
    this.#at += minutes * minuteMs;
  }

  /** Switches the pump; returns the inflow of all supplies, litres a minute. */
  #inflow(): number {
    const { mains, pump, seed } = this.#plan;
    const { isDry, pumpSticks, floatFails } = this.#faults;
    const at = this.#at;
    const level = (this.#flows.litres / this.capacity) * 100;
    const sticks = this.#isPumping && pumpSticks?.(at) === true;
    // The controller looks every second and filters; the true level stands for its result.
    this.#isPumping = runsPump(this.control, pump, this.#isPumping, level, at) || sticks;
    const floatLevel = floatFails?.(at) ? 0 : level;
    const town = mains === null ? 0 : mainsFlow(mains, at, floatLevel, seed);
    const pumped = this.#isPumping && !isDry?.(at) ? pump.litresPerMinute : 0;
    return town + pumped + (this.#tankerFlow?.(at, level) ?? 0);
  }

  #leak(litres: number): void {
    const leaked = Math.min(litres, this.#flows.litres);
    this.#flows.litres -= leaked;
    this.#flows.leaked += leaked;
  }

  #flow(inflow: number, demand: number, minutes: number): void {
    const flows = this.#flows;
    const drawn = Math.min(demand, flows.litres + inflow);
    const overflow = Math.max(0, flows.litres + inflow - drawn - this.capacity);
    // Rounding must not leave a little below empty or above full.
    const litres = flows.litres + inflow - drawn - overflow;
    flows.litres = Math.min(Math.max(litres, 0), this.capacity);
    flows.in += inflow;
    flows.out += drawn;
    flows.overflow += overflow;
    this.#isFilling = inflow > 0;
    this.#overflowPerMinute = overflow / minutes;
    this.#wanted -= drawn;
    if (drawn >= demand) return;
    // People walk away from a dry tap: the missing water is not demanded again.
    flows.unmet += this.#wanted;
    this.#wanted = 0;
  }

  #seenLitres(): number {
    const { litres } = this.#flows;
    return this.#faults.seenLevel ? (this.levelPercent / 100) * this.capacity : litres;
  }

  /** Over the brim: a weir as long as the pipe's circumference, Q = 1.84 · π · D · H^1.5 (m, s). */
  #overflowHeadCm(): number {
    const cubicMetresPerSecond = this.#overflowPerMinute / 60_000;
    return 100 * (cubicMetresPerSecond / (1.84 * Math.PI * overflowPipeM)) ** (2 / 3);
  }
}
