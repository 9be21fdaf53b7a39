import { roundTo2 } from '../../../src/kit/round.ts';
import { minuteMs } from '../../../src/kit/time/units.ts';
import { createRandom, uniform } from '../../../src/simulator/random.ts';
import { pumpModes } from '../../../src/simulator/supply.ts';
import { VirtualTank } from '../../../src/simulator/tank.ts';
import { allowedDryMs, type FaultKind, stepMs, type TankKind, thresholds } from '../faults.ts';
import type { Board } from './board.ts';
import type { BoardClock } from './clock.ts';
import { batteryAt, type FaultCourse } from './fault-course.ts';
import { planTankOf } from './plan-tank.ts';

export type TankOptions = {
  seed: number;
  index: number;
  kind: TankKind;
  start: number;
  days: number;
  faults: readonly FaultCourse[];
  board: Board;
  clock: BoardClock;
};

export type ScenarioReading = {
  water_level_percent: number;
  battery_percent: number;
  signal_dbm: number;
  pump_status?: 'on' | 'off';
};

export type ScenarioTank = Pick<TankOptions, 'index' | 'kind' | 'faults' | 'board' | 'clock'> & {
  /** Litres. */
  capacity: number;
  /** True percent at each step of the course. */
  levels: Float32Array;
  /** Value of the board at each step, in percent; NaN where it was not read. */
  said: Float32Array;
  /** Lets water run until an instant, and notes the level. */
  advance: (at: number) => void;
  /** Reading of the device at that instant. */
  read: (at: number) => ScenarioReading;
  obey: (command: string, at: number) => void;
  isActive: (kind: FaultKind, at: number) => boolean;
  show: (kind: FaultKind, at: number) => void;
};

/** Above every float that is well, in percent. */
const aboveFloats = 93;
/** A level that flaps swings by so much around the low threshold. */
const flap = { percent: 2.5, everyMs: 50 * minuteMs, settleMs: 120 * minuteMs };
const leakPercentADay = 2;
/** A sensor that comes loose below this percent hangs higher from then on, else lower. */
const fallsAbove = 45;
const signals = { usual: -72, weak: -113 };

/** A tank of the simulator whose faults come and go as planned. */
export function createTank(options: TankOptions): ScenarioTank {
  const { seed, index, kind, start, days, faults, board, clock } = options;
  const isActive = (fault: FaultKind, at: number) =>
    faults.some((each) => each.kind === fault && each.isActive(at));
  const show = (fault: FaultKind, at: number, allowed?: number) => {
    for (const each of faults) if (each.kind === fault) each.show(at, allowed);
  };
  const during = (fault: FaultKind) => (at: number) => isActive(fault, at);
  const isDry = during('dry_run');
  const runsOn = during('runs_on');

  const flapping = faults.find((fault) => fault.kind === 'flapping')?.span();
  /** It begins and ends little by little: a level that changed at once would be another fault. */
  const flappingLevel = (at: number, percent: number): number => {
    const inside = flapping ? Math.min(at - flapping.begin, flapping.end - at) : 0;
    const share = Math.min(1, Math.max(0, inside / flap.settleMs));
    const swing = flap.percent * Math.sin((2 * Math.PI * (at - start)) / flap.everyMs);
    return share * (thresholds.low + swing) + (1 - share) * percent;
  };
  let loose: 'fallen' | 'raised' | undefined;
  const plan = planTankOf(seed, index, kind, board.noise);
  const tank = new VirtualTank(plan, start, {
    isDry,
    pumpSticks: runsOn,
    floatFails: during('float_fails'),
    leakPercent: (at) => (isActive('leak', at) ? leakPercentADay : 0),
    ...(flapping && { seenLevel: flappingLevel }),
    sensor: (at, percent) => {
      const isLoose = isActive('jump', at);
      loose = isLoose ? (loose ?? (percent > fallsAbove ? 'raised' : 'fallen')) : undefined;
      if (isActive('stuck', at)) return 'stuck';
      return isActive('noise', at) ? 'noisy' : loose;
    },
  });
  const radio = createRandom(seed, index, 'radio');
  const steps = (days * 1440 * minuteMs) / stepMs + 1;
  const levels = new Float32Array(steps);
  const said = new Float32Array(steps).fill(Number.NaN);
  const hasPump = kind === 'automatic' || kind === 'pump';
  const percentAnHour = (100 * 60 * plan.pump.litresPerMinute) / tank.capacity;
  return {
    index,
    kind,
    faults,
    board,
    clock,
    levels,
    said,
    isActive,
    show,
    capacity: Math.round(tank.capacity),
    advance: (at) => {
      tank.step((at - tank.at) / minuteMs);
      levels[(at - start) / stepMs] = tank.levelPercent;
      if (!tank.isPumping) return;
      if (isDry(at)) show('dry_run', at, allowedDryMs(percentAnHour));
      if (runsOn(at) && tank.levelPercent > aboveFloats) show('runs_on', at);
    },
    read: (at) => {
      const battery = faults.find((fault) => fault.kind === 'battery' && fault.isActive(at));
      const signal = isActive('signal', at) ? signals.weak : signals.usual;
      const { levelPercent: measured, pumpStatus } = tank.read();
      const levelPercent = board.filter(measured);
      said[(at - start) / stepMs] = levelPercent;
      return {
        water_level_percent: roundTo2(levelPercent),
        battery_percent: battery ? batteryAt(battery.progress(at)) : 92,
        signal_dbm: Math.round(uniform(radio, signal - 4, signal + 4)),
        ...(hasPump && { pump_status: pumpStatus }),
      };
    },
    obey: (command, at) => {
      if (command === 'off' && runsOn(at) && tank.isPumping) show('runs_on', at);
      const mode = pumpModes.find((mode) => mode === command);
      if (mode === 'on' || mode === 'off') tank.control = { ...tank.control, mode };
    },
  };
}
