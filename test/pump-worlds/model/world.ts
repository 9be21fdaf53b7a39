import { type Board, createBoard, type Line, type Switch } from './board.ts';
import { drawDemand } from './demand.ts';
import { diceOf } from './dice.ts';
import { createHistory, type History, type Run } from './history.ts';
import { createNetwork, type Network } from './network.ts';
import { createPump } from './pump.ts';
import { createSensor } from './sensor.ts';
import { createSource } from './source.ts';
import type { WorldSpec } from './world-spec.ts';

export type World = {
  spec: WorldSpec;
  history: History;
  board: Board;
  network: Network;
  /** Lets a minute pass: water, current, network, and what the board does by itself. */
  pass: (minute: number) => void;
  /** Lets the board talk to the server if it is time. */
  talk: (minute: number, line: Line) => Promise<void>;
  litres: () => number;
};

type Options = { seed: number; days: number; mac: string };

/** Makes a world that is the same for the same seed and the same answers of a server. */
export function createWorld(spec: WorldSpec, { seed, days, mac }: Options): World {
  // What follows `~` in a name changes the board or the network alone: the water and its dice are the same.
  const [water = spec.name] = spec.name.split('~');
  const dice = (part: string) => diceOf(seed, `${water} ${part}`);
  const history = createHistory(days * 1440);
  const demand = drawDemand(spec.demand, dice('demand'), days);
  const source = createSource(spec.source);
  const pump = createPump(spec.pump, dice('pump'));
  const sense = createSensor(spec.sensor, dice('sensor'));
  const senseSource = createSensor({ noise: 0.5 }, dice('source sensor'));
  const network = createNetwork(spec.network, diceOf(seed, `${spec.name} network`));
  const power = createPower(spec.powerCutsPerWeek ?? 0, dice('power'));
  const phase = Math.floor(dice('phase')() * spec.board.everyMinutes);
  let litres = (spec.tank.litres * spec.tank.startPercent) / 100;
  let measured = spec.tank.startPercent;
  let measuredSource = 100;
  let run: Run | undefined;
  let now = 0;
  let begins = false;

  const switchPump = (on: boolean, by: Switch) => {
    const was = pump.isOn();
    pump.order(on);
    if (!on && was && pump.isOn()) history.defied.push(now);
    if (pump.isOn() && !was) {
      run = { from: now, startedBy: by, prolonged: false };
      history.runs.push(run);
      begins = true;
    } else if (!pump.isOn() && was && run) {
      run.until = now;
      run.endedBy = by;
      run = undefined;
    } else if (on && run && isAnothersOrder(run, by)) {
      run.prolonged = true;
    }
  };
  const board = createBoard(spec.board, {
    mac,
    switchPump,
    measured: () => measured,
    isPumpOn: () => pump.isOn(),
    measuredSource: spec.source.kind === 'ground' ? () => measuredSource : undefined,
  });

  const moveWater = (minute: number) => {
    source.pass(minute % 1440);
    const strength = power.isOn() ? pump.strength(minute) : 0;
    const flow = strength > 0 ? source.take(strength) : 0;
    const used = Math.min(demand[minute] ?? 0, litres);
    const before = litres + flow - used;
    const spilt = Math.max(0, before - spec.tank.litres);
    litres = before - spilt;
    history.flow[minute] = flow;
    history.used[minute] = used;
    history.spilt[minute] = spilt;
  };
  const note = (minute: number) => {
    const percent = (100 * litres) / spec.tank.litres;
    measured = sense(minute, percent);
    if (spec.source.kind === 'ground') {
      measuredSource = senseSource(minute, (100 * source.litres()) / spec.source.litres);
    }
    history.level[minute] = percent;
    history.measured[minute] = measured;
    history.isOn[minute] = Number(pump.isOn());
    history.isPriming[minute] = Number(pump.isPriming());
    history.sourceWater[minute] = Number(source.hasWater());
    history.pumpAble[minute] = Number(pump.isAble());
    history.hasPower[minute] = Number(power.isOn());
  };

  return {
    spec,
    history,
    board,
    network,
    litres: () => litres,
    pass: (minute) => {
      now = minute;
      const hadPower = power.isOn();
      power.pass(minute);
      if (hadPower && !power.isOn()) board.boot();
      moveWater(minute);
      note(minute);
      if (power.isOn()) board.watch(minute);
      network.pass(minute, begins);
      begins = false;
    },
    talk: async (minute, line) => {
      now = minute;
      if (power.isOn()) await board.talk(minute + phase, line, minute);
    },
  };
}

/** A run that is prolonged by the owner, or by the server with another command, is not the run that began. */
function isAnothersOrder({ startedBy }: Run, by: Switch): boolean {
  return by.command?.source === 'user' && by.command.command_id !== startedBy.command?.command_id;
}

function createPower(cutsPerWeek: number, random: () => number) {
  let backAt = -1;
  let now = 0;
  return {
    isOn: () => now >= backAt,
    pass: (minute: number) => {
      now = minute;
      if (random() < cutsPerWeek / 10_080) backAt = minute + 5 + Math.floor(175 * random());
    },
  };
}
