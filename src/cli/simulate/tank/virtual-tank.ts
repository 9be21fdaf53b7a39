import { minuteMs } from '../../../kit/time/units.ts';
import { airCelsius, gpsFix, type Point } from '../places.ts';
import { createRandom, type Random } from './random.ts';
import { type Measurement, measure, SENSORS } from './sensor.ts';
import { mainsFlow, type PumpControl, shouldPumpRun } from './supply.ts';
import type { TankPlan } from './tank-plan.ts';
import { capacityLitres, heightAtLitres } from './tank-shape.ts';
import { drawLitres, outletFlow } from './use-pattern.ts';

/** What has flowed since the beginning; `litres` = start + `in` - `out` - `overflow`. */
export interface TankLedger {
  litres: number;
  in: number;
  out: number;
  overflow: number;
  /** What users asked for while the tank was empty. */
  unmet: number;
}

export interface Reading extends Measurement, Point {
  pumpStatus: 'on' | 'off';
}

/** Physics goes forward in pieces of at most this long: a pump reacts within it. */
const LONGEST_PIECE_MINUTES = 1;
const OVERFLOW_PIPE_M = 0.05;

/** A tank with its users, supplies and pump controller; plan, start and calls fix its life. */
export class VirtualTank {
  readonly capacity: number;
  control: PumpControl;
  readonly #plan: TankPlan;
  readonly #users: Random;
  readonly #sensor: Random;
  readonly #gps: Random;
  readonly #ledger: TankLedger;
  #at: number;
  #pumpRuns = false;
  /** Litres that open taps still have to give. */
  #wanted = 0;
  #isFilling = false;
  #spillPerMinute = 0;
  #measured: Measurement | null = null;

  constructor(plan: TankPlan, startsAt: number) {
    this.#plan = plan;
    this.#users = createRandom(plan.seed, 'users');
    this.#sensor = createRandom(plan.seed, 'sensor');
    this.#gps = createRandom(plan.seed, 'gps');
    this.#at = startsAt;
    this.capacity = capacityLitres(plan.shape);
    this.control = plan.control;
    const litres = this.capacity * plan.initialFill;
    this.#ledger = { litres, in: 0, out: 0, overflow: 0, unmet: 0 };
  }

  /** Simulated time in epoch milliseconds. */
  get at(): number {
    return this.#at;
  }

  get levelPercent(): number {
    return (this.#ledger.litres / this.capacity) * 100;
  }

  get ledger(): Readonly<TankLedger> {
    return { ...this.#ledger };
  }

  step(minutes: number): void {
    for (let left = minutes; left > 0; left -= LONGEST_PIECE_MINUTES) {
      this.#live(Math.min(left, LONGEST_PIECE_MINUTES));
    }
  }

  /** Measures the tank as its device would now, errors included. */
  read(): Reading {
    const { shape, sensor, town, site } = this.#plan;
    const scene = {
      shape,
      heightCm: heightAtLitres(shape, this.#ledger.litres) + this.#spillHeadCm(),
      isFilling: this.#isFilling,
      air: { celsius: airCelsius(town, this.#at), calibratedAt: town.meanCelsius },
      last: this.#measured,
    };
    this.#measured = measure(SENSORS[sensor], scene, this.#sensor);
    return {
      ...this.#measured,
      pumpStatus: this.#pumpRuns ? 'on' : 'off',
      ...gpsFix(site, this.#gps),
    };
  }

  #live(minutes: number): void {
    // The controller looks every second and filters; the true level is what it arrives at.
    this.#pumpRuns = shouldPumpRun(
      this.control,
      this.#plan.pump,
      this.#pumpRuns,
      this.levelPercent,
      this.#at,
    );
    this.#flow(this.#inflow() * minutes, this.#demand(minutes), minutes);
    this.#at += minutes * minuteMs;
  }

  #inflow(): number {
    const { mains, pump, seed } = this.#plan;
    const town = mains === null ? 0 : mainsFlow(mains, this.#at, this.levelPercent, seed);
    return town + (this.#pumpRuns ? pump.litresPerMinute : 0);
  }

  #demand(minutes: number): number {
    const { kind, dailyLitres } = this.#plan;
    this.#wanted += drawLitres(kind, dailyLitres, this.#at, minutes, this.#users);
    return Math.min(this.#wanted, outletFlow(kind) * minutes);
  }

  #flow(inflow: number, demand: number, minutes: number): void {
    const ledger = this.#ledger;
    const drawn = Math.min(demand, ledger.litres + inflow);
    const overflow = Math.max(0, ledger.litres + inflow - drawn - this.capacity);
    ledger.litres = clamp(ledger.litres + inflow - drawn - overflow, this.capacity);
    ledger.in += inflow;
    ledger.out += drawn;
    ledger.overflow += overflow;
    this.#isFilling = inflow > 0;
    this.#spillPerMinute = overflow / minutes;
    this.#settleDemand(demand, drawn);
  }

  /** From a dry tap people walk away: what it could not give is not asked again. */
  #settleDemand(demand: number, drawn: number): void {
    if (drawn < demand) {
      this.#ledger.unmet += this.#wanted - drawn;
      this.#wanted = 0;
    } else {
      this.#wanted -= drawn;
    }
  }

  /** Over the brim: a weir as long as the pipe's circumference, Q = 1.84 · π · D · H^1.5 (m, s). */
  #spillHeadCm(): number {
    const cubicMetresPerSecond = this.#spillPerMinute / 60_000;
    return 100 * (cubicMetresPerSecond / (1.84 * Math.PI * OVERFLOW_PIPE_M)) ** (2 / 3);
  }
}

/** Rounding must not leave a hair below empty or above full. */
function clamp(litres: number, capacity: number): number {
  return Math.min(Math.max(litres, 0), capacity);
}
