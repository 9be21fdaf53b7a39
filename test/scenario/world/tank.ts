import { step } from '../../../bench/ledger/clock.ts';
import { drawDemand } from '../../../bench/ledger/demand.ts';
import { between, createRandom, deal } from '../../../bench/ledger/random.ts';
import { createPump } from '../../../bench/ledger/supply/pump.ts';
import { createRation } from '../../../bench/ledger/supply/ration.ts';
import { createTanker } from '../../../bench/ledger/supply/tanker.ts';
import { drawTank } from '../../../bench/ledger/tank-truth.ts';
import { dayMs, minuteMs } from '../../../src/kit/time/units.ts';
import { allowedDryMs, type FaultKind, stepMs, type TankKind, thresholds } from '../faults.ts';
import { batteryAt, type FaultCourse } from './fault-course.ts';
import { addFaults, createSwitchedPump, type FaultySupply } from './faulty-supply.ts';
import { createSensor } from './sensor.ts';
import { createWater } from './water.ts';

export type TankOptions = {
  seed: number;
  index: number;
  kind: TankKind;
  start: number;
  days: number;
  faults: readonly FaultCourse[];
};

export type ScenarioTank = Pick<TankOptions, 'index' | 'kind' | 'faults'> & {
  /** Litres. */
  capacity: number;
  /** True percent at each step of the course. */
  levels: Float32Array;
  /** What the sensor said at each step, in percent; NaN where it was not asked. */
  said: Float32Array;
  /** Lets water run until an instant, and notes the level. */
  advance: (at: number) => void;
  /** What the device reads at that instant. */
  read: (at: number) => Record<string, string | number>;
  obey: (command: string, at: number) => void;
  isActive: (kind: FaultKind, at: number) => boolean;
  show: (kind: FaultKind, at: number) => void;
};

const suppliers = { pump: createPump, ration: createRation, tanker: createTanker };
/** Above every float that is well, in percent. */
const aboveFloats = 93;
/** A level that flaps swings by so much around the low threshold. */
const flap = { percent: 2.5, everyMs: 50 * minuteMs, settleMs: 120 * minuteMs };
const leakPercentADay = 2;
const signals = { usual: -72, weak: -113 };

export function createTank(options: TankOptions): ScenarioTank {
  const { seed, index, kind, start, days, faults } = options;
  const stream = (name: string) => createRandom(seed, index, name);
  const building = stream('building');
  const size = deal('kind', seed, index, ['household', 'household', 'household', 'shop', 'school']);
  const { premises, capacity } = drawTank(
    building,
    kind === 'automatic' ? 'pump' : kind,
    size as 'household' | 'shop' | 'school',
  );
  const isActive = (fault: FaultKind, at: number) =>
    faults.some((each) => each.kind === fault && each.isActive(at));
  const show = (fault: FaultKind, at: number, allowed?: number) => {
    for (const each of faults) if (each.kind === fault) each.show(at, allowed);
  };
  // Looked up once: water is asked of every ten seconds.
  const during = (fault: FaultKind) => {
    const own = faults.find((each) => each.kind === fault);
    return (at: number) => own?.isActive(at) ?? false;
  };
  const [isDry, runsOn, floatBroken, leaks] = [
    during('dry_run'),
    during('runs_on'),
    during('float_fails'),
    during('leak'),
  ];

  const makeSupply = (): { supply: FaultySupply; obey?: (command: string) => void } => {
    if (kind === 'automatic') {
      const litresAnHour = between(building, 0.4, 1) * capacity;
      return createSwitchedPump(litresAnHour, { relaySticks: runsOn, isDry });
    }
    const { litresADay } = premises;
    const supply = suppliers[kind]({ random: stream('supply'), capacity, litresADay, start });
    const floatFails = (at: number) => floatBroken(at) || runsOn(at);
    return { supply: addFaults(supply, { floatFails, isDry }) };
  };
  const { supply, obey } = makeSupply();
  const water = createWater({
    ...{ start, capacity, supply },
    startLevel: between(building, 45, 80),
    outlet: between(building, 0, 3),
    demand: drawDemand(stream('demand'), premises, { start, steps: (days * dayMs) / step }),
    leakAt: (at) => (leaks(at) ? leakPercentADay : 0),
  });
  const sense = createSensor({
    ...{ random: stream('sensor'), faults },
    hasSpikes: deal('spikes', seed, index, [true, false, false]),
    wholePercents: deal('whole', seed, index, [true, false, false, false, false, false]),
  });
  const radio = stream('radio');
  const steps = (days * dayMs) / stepMs + 1;
  const levels = new Float32Array(steps);
  const said = new Float32Array(steps).fill(Number.NaN);
  let level = water.percent();

  const flapping = faults.find((fault) => fault.kind === 'flapping')?.span();
  /** It begins and ends little by little: a level that changed at once would be another fault. */
  const shareOfFlapping = (at: number): number => {
    if (!flapping) return 0;
    const inside = Math.min(at - flapping.begin, flapping.end - at);
    return Math.min(1, Math.max(0, inside / flap.settleMs));
  };
  const hasPump = kind === 'automatic' || kind === 'pump';
  return {
    ...{ index, kind, faults, capacity, levels, said, isActive, show },
    advance: (at) => {
      water.advance(at);
      const swing = flap.percent * Math.sin((2 * Math.PI * (at - start)) / flap.everyMs);
      const share = shareOfFlapping(at);
      level = share * (thresholds.low + swing) + (1 - share) * water.percent();
      levels[(at - start) / stepMs] = level;
      if (isDry(at) && supply.isOn()) {
        show('dry_run', at, allowedDryMs((100 * supply.litresAnHour()) / capacity));
      }
      if (runsOn(at) && supply.isOn() && level > aboveFloats) show('runs_on', at);
    },
    read: (at) => {
      const battery = faults.find((fault) => fault.kind === 'battery' && fault.isActive(at));
      const signal = isActive('signal', at) ? signals.weak : signals.usual;
      const percent = sense(at, level, water.isFilling());
      said[(at - start) / stepMs] = percent;
      return {
        water_level_percent: percent,
        battery_percent: battery ? batteryAt(battery.progress(at)) : 92,
        signal_dbm: Math.round(between(radio, signal - 4, signal + 4)),
        ...(hasPump && { pump_status: supply.isOn() ? 'on' : 'off' }),
      };
    },
    obey: (command, at) => {
      if (command === 'off' && runsOn(at) && supply.isOn()) show('runs_on', at);
      obey?.(command);
    },
  };
}
