import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type BoardSpec,
  createBoard,
  type Line,
  type PolledCommand,
  type Switch,
} from './board.ts';
import { createSource } from './source.ts';
import { worlds } from './table.ts';
import { createWorld } from './world.ts';
import type { WorldSpec } from './world-spec.ts';

const [calm = assert.fail()] = worlds;
const still: WorldSpec = {
  ...calm,
  demand: { kind: 'household', litresPerDay: 0 },
  sensor: {},
  pump: { litresPerMinute: 30, primingMinutes: 2 },
};

/** A server that gives each command to whoever polls from then on, until it is acknowledged. */
function serverOf(commands: Partial<PolledCommand>[]) {
  const acknowledged: unknown[] = [];
  const line: Line = async (_method, path, form) => {
    if (path === '/iot_push.php') return { status: 201, body: { pending_commands: 1 } };
    if (path === '/iot_ack.php') acknowledged.push(form?.['command_id']);
    return {
      status: 200,
      body: commands.filter((each) => !acknowledged.includes(each.command_id)),
    };
  };
  return { line, acknowledged };
}

const on: PolledCommand = {
  command_id: 1,
  command: 'on',
  sensor_name: 'roof',
  source: 'auto',
  turn_off_above: 85,
  run_at_most_s: 1200,
};

describe('a pump world', () => {
  it('keeps its water: what is in the tank is what came, less what was used and what ran over', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...worlds),
      fc.integer(),
      async (spec, seed) => {
        const world = createWorld(spec, { seed, days: 1, mac: 'x' });
        const { line } = serverOf([{ ...on, turn_off_above: 100, run_at_most_s: 80_000 }]);
        const { history } = world;
        let litres = world.litres();
        for (let minute = 0; minute < 1440; minute++) {
          world.pass(minute);
          await world.talk(minute, line);
          const { flow, used, spilt } = history;
          litres += (flow[minute] ?? 0) - (used[minute] ?? 0) - (spilt[minute] ?? 0);
        }
        assert.ok(Math.abs(litres - world.litres()) < 0.01, `${litres} and ${world.litres()}`);
        assert.ok(world.litres() >= 0 && world.litres() <= spec.tank.litres);
        assert.ok(history.runs.length > 0);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it('brings so many litres: twenty minutes of 30 litres, of which two are spent on priming', async () => {
    const world = createWorld(still, { seed: 1, days: 1, mac: 'x' });
    const { line, acknowledged } = serverOf([on]);
    for (let minute = 0; minute < 120; minute++) {
      world.pass(minute);
      await world.talk(minute, line);
    }
    assert.equal(world.litres(), 3000 + 18 * 30);
    const [run, ...others] = world.history.runs;
    assert.deepEqual(others, []);
    assert.equal((run?.until ?? 0) - (run?.from ?? 0), 20);
    assert.equal(run?.endedBy?.why, 'own clock');
    assert.deepEqual(acknowledged, [1]);
  });

  it('runs over at the lip and nowhere else', async () => {
    const full = { ...still, tank: { litres: 1000, startPercent: 90 }, sensor: { deadZone: 20 } };
    const world = createWorld(full, { seed: 1, days: 1, mac: 'x' });
    const { line } = serverOf([on]);
    for (let minute = 0; minute < 120; minute++) {
      world.pass(minute);
      await world.talk(minute, line);
    }
    assert.equal(world.litres(), 1000);
    assert.equal(
      world.history.spilt.reduce((sum, litres) => sum + litres),
      18 * 30 - 100,
    );
  });
});

describe('a board', () => {
  const spec: BoardSpec = {
    everyMinutes: 5,
    pumpStatus: 'late',
    acknowledges: true,
    keepsLimits: true,
  };
  const boardOf = (measured: () => number, own: Partial<BoardSpec> = {}) => {
    const switched: [boolean, Switch['why']][] = [];
    let isOn = false;
    const board = createBoard(
      { ...spec, ...own },
      {
        mac: 'x',
        measured,
        isPumpOn: () => isOn,
        switchPump: (next, { why }) => {
          isOn = next;
          switched.push([next, why]);
        },
      },
    );
    return { board, switched };
  };

  it('stops by its own level, where it keeps the limits it is given', async () => {
    for (const keepsLimits of [true, false]) {
      let level = 50;
      const { board, switched } = boardOf(() => level, { keepsLimits });
      await board.talk(0, serverOf([on]).line);
      level = 85;
      board.watch(1);
      assert.deepEqual(switched, [
        [true, 'command'],
        ...(keepsLimits ? [[false, 'own level']] : []),
      ]);
    }
  });

  it('says of its pump what was so at the push before, if it is late', async () => {
    const { board } = boardOf(() => 50);
    const said: unknown[] = [];
    const { line } = serverOf([on]);
    const listening: Line = async (method, path, form) => {
      if (path === '/iot_push.php') said.push(form?.['pump_status']);
      return await line(method, path, form);
    };
    for (const minute of [0, 5, 10]) await board.talk(minute, listening);
    assert.deepEqual(said, ['off', 'off', 'on']);
  });

  it('forgets everything without current', async () => {
    const { board, switched } = boardOf(() => 50);
    await board.talk(0, serverOf([on]).line);
    board.boot();
    board.watch(100);
    assert.deepEqual(switched, [
      [true, 'command'],
      [false, 'power'],
    ]);
  });
});

describe('a well', () => {
  it('gives what is in it and gains it back, with air until a quarter is there', () => {
    const well = createSource({ kind: 'well', litres: 100, perMinute: 5 });
    assert.deepEqual([well.take(60), well.take(60), well.hasWater()], [60, 40, false]);
    for (let minute = 0; minute < 5; minute++) well.pass(minute);
    assert.deepEqual([well.take(10), well.hasWater()], [0, false]);
    well.pass(5);
    assert.deepEqual([well.litres(), well.take(10), well.hasWater()], [30, 10, true]);
  });
});
