import assert from 'node:assert/strict';
import type { Notices } from '../../../src/db/notices.ts';
import { createBus } from '../../../src/water/live/bus.ts';
import type { WrittenEvent } from '../../../src/water/live/events.ts';
import { shareBus } from '../../../src/water/live/share-bus.ts';
import { createTestTimers } from '../server/test-timers.ts';

const limits = { most: 20, keptMs: 50_000 };
const beatMs = 30_000;
/** Accounts with listeners there. */
export const busAccounts = [1, 2];

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
export function createBusWorld() {
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
