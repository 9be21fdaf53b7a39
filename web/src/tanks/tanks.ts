import { effect, signal } from '@preact/signals';
import { call, callNext, callPage } from '../api/call.ts';
import { Unreachable } from '../api/failure.ts';
import type { Tank } from '../api/operations.ts';
import { token } from '../api/session.ts';
import { readStored, writeStored } from '../kit/stored.ts';
import { connection, notePoll, onLive } from '../live/stream.ts';
import { withCommand, withDevice, withForecast, withLatches, withReading } from './apply-event.ts';

export type KnownTanks = { tanks: Tank[] /** When the server said so, epoch ms. */; asOf: number };

const key = 'kisima.tanks';
/** Beyond this many the list would not fit what browsers keep; a phone's owner has fewer. */
const mostKept = 100;
const pollMs = 30_000;

/** The tanks of who is signed in, as last known: an offline start shows these with their age. */
export const known = signal<KnownTanks | undefined>(readStored<KnownTanks>(key));
export const tanksFailure = signal<Error | undefined>(undefined);

let loading: Promise<void> | undefined;
let isStale = false;
/** What events told while the list was on its way, which may have been written before them. */
let toldMeanwhile: ((tank: Tank) => Tank)[] = [];

/**
 * Asks for all tanks anew. A failure leaves what is known, and is told in `tanksFailure`. While it
 * asks, further wishes are met together by asking once more: an import of 500 devices is 500 events.
 */
export function loadTanks(): Promise<void> {
  isStale = true;
  loading ??= askWhileStale().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function askWhileStale(): Promise<void> {
  while (isStale) {
    isStale = false;
    await askForTanks();
  }
}

async function askForTanks(): Promise<void> {
  const asker = token.peek();
  toldMeanwhile = [];
  try {
    const page = await callPage('GET /api/tanks');
    const tanks = page.items;
    for (let next = page.next; next; ) {
      const more = await callNext<Tank[]>(next);
      tanks.push(...more.items);
      next = more.next;
    }
    // Who signed out meanwhile, or somebody else who signed in, must not see them.
    if (token.peek() !== asker) return;
    const told = toldMeanwhile;
    keep(tanks.map((tank) => told.reduce((each, changed) => changed(each), tank)));
    tanksFailure.value = undefined;
    notePoll(true);
  } catch (error) {
    if (token.peek() !== asker) return;
    tanksFailure.value = error instanceof Error ? error : new Error(String(error));
    notePoll(!(error instanceof Unreachable));
  }
}

/** Keeps the list right from the stream, or by asking every half minute where there is none. Once. */
export function keepTanks(): void {
  onLive('reading', (reading) => {
    change((tank) => withReading(tank, reading));
  });
  onLive('command', (command) => {
    change((tank) => withCommand(tank, command));
  });
  // An event tells of an alert that is new, and of one that is not: how many are unread is asked for.
  onLive('alert', ({ device_id }) => void countUnread(device_id));
  onLive('device', (device) => {
    change((tank) => withDevice(tank, device));
  });
  for (const event of ['alerts-read', 'devices', 'reset'] as const) {
    onLive(event, () => void loadTanks());
  }
  effect(() => {
    tanksFailure.value = undefined;
    if (token.value !== undefined) void loadTanks();
    else known.value = undefined;
  });
  effect(() => {
    if (connection.value === 'live' || connection.value === 'connecting') return;
    const timer = setInterval(() => {
      if (token.value !== undefined && !document.hidden) void loadTanks();
    }, pollMs);
    return () => clearInterval(timer);
  });
}

const counting = new Map<string, 'once' | 'again'>();

/** Of many events that come meanwhile one more look knows them all. */
async function countUnread(device_id: string): Promise<void> {
  if (counting.has(device_id)) {
    counting.set(device_id, 'again');
    return;
  }
  do {
    counting.set(device_id, 'once');
    const asker = token.peek();
    const answer = await call('GET /api/alerts.php?action=unread-count', {
      query: { device_id },
    }).catch(() => undefined);
    if (answer && token.peek() === asker) {
      note(device_id, (tank) => ({ ...tank, unread_alerts: answer.unread_count }));
    }
  } while (counting.get(device_id) === 'again');
  counting.delete(device_id);
}

/** From here on every screen tells of a tank what a newer forecast says. */
export function noteForecast(deviceId: string, forecast: Parameters<typeof withForecast>[1]): void {
  note(deviceId, (tank) => withForecast(tank, forecast));
}

/** From here on every screen tells of a tank which of its pumps are latched. */
export function noteLatches(deviceId: string, latches: Parameters<typeof withLatches>[1]): void {
  note(deviceId, (tank) => withLatches(tank, latches));
}

function note(deviceId: string, changed: (tank: Tank) => Tank): void {
  const noted = (tank: Tank) => (tank.device_id === deviceId ? changed(tank) : tank);
  if (loading) toldMeanwhile.push(noted);
  const before = known.peek();
  // What else is known of the tanks is as old as before.
  if (before) keep(before.tanks.map(noted), before.asOf);
}

function change(changed: (tank: Tank) => Tank): void {
  if (loading) toldMeanwhile.push(changed);
  const tanks = known.peek()?.tanks;
  if (tanks) keep(tanks.map(changed));
}

let isSaving = false;

function keep(tanks: Tank[], asOf = Date.now()): void {
  known.value = { tanks, asOf };
  // A fleet reports many times a second: what is kept for an offline start need not.
  if (isSaving) return;
  isSaving = true;
  setTimeout(() => {
    isSaving = false;
    if (known.value) {
      writeStored(key, { ...known.value, tanks: known.value.tanks.slice(0, mostKept) });
    }
  }, 1_000);
}

export type Role = Tank['role'];

const roles = ['viewer', 'operator', 'manager', 'owner'] as const satisfies Role[];

/** Whether somebody of this role may do what takes at least the other: docs/api/sharing.md says what. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** What the person is at a device; the least, where the device is not known yet. */
export function roleAt(deviceId: string): Role {
  return known.value?.tanks.find(({ device_id }) => device_id === deviceId)?.role ?? 'viewer';
}
