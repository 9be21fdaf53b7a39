import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import type { Notices } from '../../db/notices.ts';
import { createBus } from './bus.ts';
import type { WrittenEvent } from './events.ts';
import { shareBus } from './share-bus.ts';

const limits = { most: 20, keptMs: 50_000 };
const beatMs = 30_000;
const accounts = [1, 2];

type Notice = { from: string; channel: string; payload: unknown };
type Listener = Parameters<Notices['subscribe']>[1];

/** Notices as PostgreSQL carries them: in one order for all, which each process reads at its own pace. */
function createWire() {
  const told: Notice[] = [];
  return (from: string) => {
    const listeners: [channel: string, listener: Listener][] = [];
    const unsent: Notice[] = [];
    let read = told.length;
    let isConnected = true;
    const notices: Notices = {
      areShared: true,
      // Notices cross as text.
      publish: (channel, payload) =>
        void unsent.push({ from, channel, payload: JSON.parse(JSON.stringify(payload)) }),
      subscribe: (channel, listener) => {
        listeners.push([channel, listener as Listener]);
        return () => {};
      },
      isConnected: () => isConnected,
      start: async () => {},
      stop: async () => {},
    };
    return {
      notices,
      flush: () => void told.push(...unsent.splice(0)),
      read: (most: number) => {
        for (let count = 0; isConnected && count < most && read < told.length; count++) {
          const notice = told[read++];
          for (const [channel, { received }] of listeners) {
            if (notice?.channel === channel && notice.from !== from) received(notice.payload);
          }
        }
      },
      cut: () => {
        isConnected = false;
      },
      connect: () => {
        if (isConnected) return;
        isConnected = true;
        read = told.length;
        for (const [, { missed }] of listeners) missed();
      },
    };
  };
}

/** Listener at a process, which comes and goes, with the events that it has got so far. */
type Watcher = { accountId: number; told: string[]; lastId: string | undefined; end?: () => void };

/** Three processes, the changes there, and the events that each listener must get. */
function createWorld() {
  const connectTo = createWire();
  let now = 0;
  let starts = 0;
  let events = 0;
  const due: { watcher: Watcher; event: number; from: number }[] = [];

  const startProcess = () => {
    const name = `process-${++starts}`;
    const wire = connectTo(name);
    const timers = createTestTimers();
    const local = createBus({ now: () => now, epoch: name, limits });
    const { bus, component } = shareBus(local, { notices: wire.notices, timers, name });
    component.start?.();
    return { bus, component, timers, wire, watchers: new Set<Watcher>() };
  };
  type Process = ReturnType<typeof startProcess>;
  const processes = new Map<number, Process>();
  /** Delivers all notices, and the notices that follow from them. */
  const exchange = () => {
    for (let turn = 0; turn < 3; turn++) {
      for (const { wire } of processes.values()) wire.flush();
      for (const { wire } of processes.values()) wire.read(Number.POSITIVE_INFINITY);
    }
  };
  // A process that dies before another has heard of it cannot be made up for; so a process that starts or
  // reconnects is answered before any dies, and a disconnected one does not die.
  const start = (at: number) => {
    if (processes.has(at)) return;
    processes.set(at, startProcess());
    exchange();
  };
  for (const at of [0, 1, 2]) start(at);

  const hear = (watcher: Watcher, { text }: WrittenEvent) => {
    watcher.lastId = /^id: (.*)$/m.exec(text)?.[1];
    watcher.told.push(
      text.startsWith('event: reset') ? 'reset' : (/"n":\d+/.exec(text)?.[0] ?? ''),
    );
  };
  const comeBack = ({ bus }: Process, watcher: Watcher) => {
    const listener = (event: WrittenEvent) => hear(watcher, event);
    const { missed, lastId, end } = bus.subscribe(watcher.accountId, listener, watcher.lastId);
    watcher.lastId ??= lastId;
    watcher.end = end;
    for (const event of missed) hear(watcher, event);
  };
  const leave = (at: number) => {
    processes.delete(at);
    const gone = [...processes.values()].flatMap(({ watchers }) => [...watchers]);
    for (const each of due.splice(0)) if (gone.includes(each.watcher)) due.push(each);
  };

  const acts = {
    watch: (process: Process, accountId: number) => {
      const watcher: Watcher = { accountId, told: [], lastId: undefined };
      process.watchers.add(watcher);
      comeBack(process, watcher);
    },
    goAway: ({ watchers }: Process) => {
      for (const watcher of watchers) {
        watcher.end?.();
        delete watcher.end;
      }
    },
    comeBack: (process: Process) => {
      for (const watcher of process.watchers) if (!watcher.end) comeBack(process, watcher);
    },
    happen: ({ bus }: Process, accountId: number) => {
      const event = ++events;
      for (const { watchers } of processes.values()) {
        for (const watcher of watchers) {
          if (watcher.accountId === accountId)
            due.push({ watcher, event, from: watcher.told.length });
        }
      }
      if (bus.isListened(accountId))
        bus.publish(accountId, { type: 'devices', data: { n: event } });
    },
    flush: ({ wire }: Process) => wire.flush(),
    read: ({ wire }: Process, most: number) => wire.read(most),
    cut: ({ wire }: Process) => wire.cut(),
    connect: ({ wire }: Process) => {
      wire.connect();
      exchange();
    },
    pass: ({ bus, timers }: Process) => {
      now += beatMs / 2;
      timers.advance(beatMs / 2);
      bus.sweep();
    },
  };

  return {
    acts,
    exchange,
    process: (at: number) => processes.get(at),
    start,
    /** Kills the process, with all notices that it has not sent. */
    kill: (at: number) => {
      if (processes.get(at)?.wire.notices.isConnected()) leave(at);
    },
    stop: (at: number) => {
      const process = processes.get(at);
      process?.component.stop?.();
      process?.wire.flush();
      leave(at);
    },
    /** Delivers all notices, for long enough that dead processes are noticed. */
    settle: () => {
      const left = [...processes.values()];
      for (const process of left) acts.connect(process);
      for (let beat = 0; beat < 5; beat++) {
        exchange();
        for (const { timers } of left) timers.advance(beatMs);
      }
      for (const process of left) acts.comeBack(process);
    },
    check: () => {
      for (const { watcher, event, from } of due) {
        const told = watcher.told.slice(from);
        assert.ok(
          told.includes('reset') || told.includes(`"n":${event}`),
          `event ${event} was told to nobody: ${watcher.told}`,
        );
      }
      for (const { watchers } of processes.values()) {
        for (const { told } of watchers) {
          const own = told.filter((each) => each !== 'reset');
          assert.equal(new Set(own).size, own.length, 'told once');
        }
      }
    },
    resets: () =>
      [...processes.values()]
        .flatMap(({ watchers }) => [...watchers])
        .flatMap(({ told }) => told.filter((each) => each === 'reset')).length,
  };
}

const at = fc.integer({ min: 0, max: 2 });
const accountId = fc.constantFrom(...accounts);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('happen' as const), at, by: accountId }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('watch' as const), at, by: accountId }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('flush' as const, 'read' as const),
      at,
      by: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('goAway' as const, 'comeBack' as const, 'pass' as const),
      at,
      by: fc.constant(0),
    }),
  },
);
const trouble = fc.record({
  act: fc.constantFrom(...(['cut', 'connect', 'kill', 'start', 'start', 'stop'] as const)),
  at,
  by: fc.constant(0),
});
type Step = { act: string; at: number; by: number };

function live(steps: Step[]) {
  const world = createWorld();
  for (const { act, at, by } of steps) {
    if (act === 'kill' || act === 'start' || act === 'stop') {
      world[act](at);
      continue;
    }
    const process = world.process(at);
    if (process) world.acts[act as keyof typeof world.acts](process, by);
  }
  world.settle();
  return world;
}

describe('buses that share', () => {
  it('hold: a watcher is told whatever happens anywhere, once, or to reload after it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => live(steps).check()),
      { numRuns: 1000 },
    );
  });

  it('hold where processes are cut off, die, stop and start', () => {
    const some = fc.oneof({ weight: 5, arbitrary: step }, { weight: 1, arbitrary: trouble });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 80, size: 'max' }), (steps) => live(steps).check()),
      { numRuns: 1000 },
    );
  });

  it('know of a first listener at once, and tell events and no `reset` from then on', () => {
    const world = createWorld();
    const first = world.process(0);
    assert.ok(first);
    world.acts.watch(first, 1);
    world.exchange();
    const before = world.resets();
    assert.equal(before, 2);
    for (const at of [0, 1, 2]) {
      const process = world.process(at);
      assert.ok(process);
      assert.ok(process.bus.isListened(1) && !process.bus.isListened(2));
      world.acts.happen(process, 1);
    }
    world.settle();
    world.check();
    assert.equal(world.resets(), before);
  });
});
