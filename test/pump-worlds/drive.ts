import { type Engine, startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { createTestTimers } from '../helpers/server/test-timers.ts';
import type { Line } from './model/board.ts';

import { createWorld, type World } from './model/world.ts';
import type { WorldSpec } from './model/world-spec.ts';
import { createOwner, type StoredCommand, type ToldAlert } from './owner.ts';
import { createVirtualTime } from './virtual-time.ts';

/** What became of a world under the real server, as its truth and as its owner was told. */
export type Lived = {
  world: World;
  startMs: number;
  /** Each state of an alert, by its id and the instant it was raised, as it stood last. */
  alerts: ToldAlert[];
  commands: StoredCommand[];
  /** 1 in each hour at whose end the pump was latched. */
  latchedHours: Uint8Array;
  /** Answers that no document allows. */
  refusals: string[];
};

export type DriveOptions = {
  engine: Engine;
  seed: number;
  days: number;
  onDay?: (day: number) => void;
  /** Aborted where the rest of the days are not to be lived: what was lived until then is judged. */
  signal?: AbortSignal;
};

/** Midnight in Nairobi, a Monday. */
export const startOfWorlds = Date.parse('2026-11-22T21:00:00.000Z');

/** Lets worlds live side by side, each with an owner of its own, through one server in virtual time. */
export async function driveWorlds(specs: readonly WorldSpec[], options: DriveOptions) {
  const { engine, days, onDay, signal } = options;
  const timers = createTestTimers();
  const now = new Date(startOfWorlds).toISOString();
  const server = await startTestServer({
    engine,
    timers,
    now,
    isStill: true,
    only: 'water',
    logLevel: 'warn',
  });
  try {
    const lives: Life[] = [];
    for (const spec of specs) lives.push(await beginLife(server, spec, options));
    const time = createVirtualTime(server, timers);
    for (let minute = 0; minute < days * 1440 && !signal?.aborted; minute++) {
      await Promise.all(lives.map((life) => life.pass(minute)));
      await time.advance(60_000);
      if (minute % 1440 === 1439) onDay?.((minute + 1) / 1440);
    }
    const lived = await Promise.all(lives.map((life) => life.end()));
    return { lived, logged: faultsOf(server) };
  } finally {
    await server.stop();
  }
}

type Life = { pass: (minute: number) => Promise<void>; end: () => Promise<Lived> };

async function beginLife(server: TestServer, spec: WorldSpec, { seed, days }: DriveOptions) {
  const owner = await createOwner(server, spec);
  const world = createWorld(spec, { seed, days, mac: owner.mac });
  const alerts = new Map<string, ToldAlert>();
  const latchedHours = new Uint8Array(days * 24);
  const refusals: string[] = [];

  const look = async (minute: number) => {
    for (const alert of await owner.alerts()) alerts.set(`${alert.id} ${alert.raised_at}`, alert);
    const isLatched = (await owner.latchedSince()) !== undefined;
    latchedHours[minute / 60] = Number(isLatched);
    await owner.act(Math.floor(minute / 1440), (minute / 60) % 24, isLatched);
  };
  return {
    pass: async (minute: number) => {
      world.history.minutes = minute + 1;
      world.pass(minute);
      await world.talk(minute, lineOf(server, world, minute));
      // Before its first reading there is nothing to steer.
      if (minute === spec.board.everyMinutes) await owner.begin();
      if (minute % 60 === 0) await look(minute);
    },
    end: async (): Promise<Lived> => {
      for (const alert of await owner.alerts()) alerts.set(`${alert.id} ${alert.raised_at}`, alert);
      refusals.push(...world.board.broken);
      return {
        world,
        startMs: startOfWorlds,
        alerts: [...alerts.values()],
        commands: await owner.commands(),
        latchedHours,
        refusals,
      };
    },
  };
}

/** The line of a board in this minute, which loses what the network loses. */
function lineOf(server: TestServer, { network, history }: World, minute: number): Line {
  return async (method, path, form) => {
    const fate = network.fate(minute);
    if (fate === 'request lost') return undefined;
    const answer = await server.request(method, path, form ? { form } : {}).catch(hungUp);
    if (!answer) return undefined;
    history.heard[minute] = (history.heard[minute] ?? 0) | (path.startsWith('/iot_push') ? 1 : 2);
    return fate === 'answer lost' ? undefined : answer;
  };
}

/** The server has ended a connection that was idle for some minutes of virtual time, as the request came. */
function hungUp(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

function faultsOf(server: TestServer): string[] {
  return server
    .logged()
    .split('\n')
    .filter((line) => line !== '');
}
