import { minuteMs } from '../kit/time/units.ts';
import { fullLitres, heightAtLitres } from '../water/tank-shapes/litres-at-height.ts';
import { airCelsius, gpsFix, type Point } from './places.ts';
import { drawLitres, outletFlow } from './premises.ts';
import { createRandom, type Random } from './random.ts';
import { type Measurement, measure, sensors } from './sensor.ts';
import { mainsFlow, runsPump } from './supply.ts';
import type { TankPlan } from './tank-plan.ts';

/** What has flowed since the beginning; `litres` = start + `in` - `out` - `overflow`. */
export type Flows = {
  litres: number;
  in: number;
  out: number;
  overflow: number;
  /** What people asked for while the tank was empty. */
  unmet: number;
};

export type Reading = Measurement & Point & { pumpStatus: 'on' | 'off' };

/** Water goes forward in pieces of at most this long: a pump reacts within it. */
const longestPieceMinutes = 1;
const overflowPipeM = 0.05;

/** A tank with its people, supplies and pump controller; plan, start and calls fix its life. */
export class VirtualTank {
  readonly capacity: number;
  control: TankPlan['control'];
  readonly #plan: TankPlan;
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

  constructor(plan: TankPlan, startsAt: number) {
    this.#plan = plan;
    this.#people = createRandom(plan.seed, 'users');
    this.#sensor = createRandom(plan.seed, 'sensor');
    this.#gps = createRandom(plan.seed, 'gps');
    this.#at = startsAt;
    this.capacity = fullLitres(plan.shape);
    this.control = plan.control;
    const litres = this.capacity * plan.initialFill;
    this.#flows = { litres, in: 0, out: 0, overflow: 0, unmet: 0 };
  }

  /** Simulated time in epoch milliseconds. */
  get at(): number {
    return this.#at;
  }

  /** The true level. */
  get levelPercent(): number {
    return (this.#flows.litres / this.capacity) * 100;
  }

  get flows(): Readonly<Flows> {
    return { ...this.#flows };
  }

  /** Lets some minutes pass. */
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
      heightCm: heightAtLitres(shape, this.#flows.litres) + this.#overflowHeadCm(),
      isFilling: this.#isFilling,
      air: { celsius: airCelsius(town, this.#at), calibratedAt: town.meanCelsius },
      last: this.#measured,
    };
    this.#measured = measure(sensors[sensor], scene, this.#sensor);
    const pumpStatus = this.#isPumping ? 'on' : 'off';
    return { ...this.#measured, pumpStatus, ...gpsFix(site, this.#gps) };
  }

  #live(minutes: number): void {
    const { mains, pump, kind, dailyLitres, seed } = this.#plan;
    const level = this.levelPercent;
    // The controller looks every second and filters; the true level is what it arrives at.
    this.#isPumping = runsPump(this.control, pump, this.#isPumping, level, this.#at);
    const town = mains === null ? 0 : mainsFlow(mains, this.#at, level, seed);
    this.#wanted += drawLitres(kind, dailyLitres, this.#at, minutes, this.#people);
    const inflow = town + (this.#isPumping ? pump.litresPerMinute : 0);
    const demand = Math.min(this.#wanted, outletFlow(kind) * minutes);
    this.#flow(inflow * minutes, demand, minutes);
    this.#at += minutes * minuteMs;
  }

  #flow(inflow: number, demand: number, minutes: number): void {
    const flows = this.#flows;
    const drawn = Math.min(demand, flows.litres + inflow);
    const overflow = Math.max(0, flows.litres + inflow - drawn - this.capacity);
    // Rounding must not leave a hair below empty or above full.
    const litres = flows.litres + inflow - drawn - overflow;
    flows.litres = Math.min(Math.max(litres, 0), this.capacity);
    flows.in += inflow;
    flows.out += drawn;
    flows.overflow += overflow;
    this.#isFilling = inflow > 0;
    this.#overflowPerMinute = overflow / minutes;
    this.#wanted -= drawn;
    if (drawn >= demand) return;
    // From a dry tap people walk away: what it could not give is not asked again.
    flows.unmet += this.#wanted;
    this.#wanted = 0;
  }

  /** Over the brim: a weir as long as the pipe's circumference, Q = 1.84 · π · D · H^1.5 (m, s). */
  #overflowHeadCm(): number {
    const cubicMetresPerSecond = this.#overflowPerMinute / 60_000;
    return 100 * (cubicMetresPerSecond / (1.84 * Math.PI * overflowPipeM)) ** (2 / 3);
  }
}
