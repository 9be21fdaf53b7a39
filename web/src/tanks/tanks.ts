import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { call, callNext, callPage } from '../api/call.ts';
import { Unreachable } from '../api/failure.ts';
import type { Tank } from '../api/operations.ts';
import { token } from '../api/session.ts';
import { readStored, writeStored } from '../kit/stored.ts';
import { connection, notePoll, onLive } from '../live/stream.ts';
import {
  type Change,
  type DeviceChange,
  mayChangeDoubt,
  withChanges,
  withCommand,
  withDevice,
  withForecast,
  withLatches,
  withReading,
} from './apply-event.ts';
import { createCounting } from './count-together.ts';
import { createGathering } from './gather.ts';
import { cutToKeep, fromKept, type KnownTanks } from './kept-tanks.ts';
import { hasSeveralNameless } from './nameless.ts';
import { oncePerDevice } from './once-per-device.ts';

const key = 'kisima.tanks';
const pollMs = 30_000;

/** Tanks of the account, as last known: an offline start shows them with their age, of a fleet a part. */
export const known = signal(fromKept(readStored<KnownTanks>(key)));
export const tanksFailure = signal<Error | undefined>(undefined);

effect(() => {
  const nameless = known.value?.tanks.filter(({ device_name }) => device_name === null) ?? [];
  hasSeveralNameless.value = nameless.length > 1;
});

let loading: Promise<void> | undefined;
let isStale = false;
let loadsBegun = 0;

/** Changes since each question that is not answered yet: they may be newer than its answer. */
const changesSince = new Set<Change[]>();

/** Devices that changed since their tanks were asked for, in more than an event tells. */
const changedSince = new Set<string>();

/** Asks, and gives the answer with the changes that came meanwhile. */
async function askBesideChanges<T>(ask: () => Promise<T>): Promise<[T, Change]> {
  const changes: Change[] = [];
  changesSince.add(changes);
  try {
    const answer = await ask();
    return [answer, (tank) => changes.reduce((each, changed) => changed(each), tank)];
  } finally {
    changesSince.delete(changes);
  }
}

/**
 * Loads all tanks again. A failure leaves the known ones and is stored in `tanksFailure`. Calls
 * during a load are joined into one further load: an import of 500 devices is 500 events.
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
  loadsBegun += 1;
  changedSince.clear();
  soon.flush();
  try {
    const [tanks, brought] = await askBesideChanges(allTanks);
    // The session may have ended meanwhile, and another person may have signed in.
    if (token.peek() !== asker) return;
    // What came while they were asked for is among the changes.
    soon.drop();
    keep({ tanks: tanks.map(brought), asOf: Date.now() });
    tanksFailure.value = undefined;
    notePoll(true);
  } catch (error) {
    if (token.peek() !== asker) return;
    tanksFailure.value = error instanceof Error ? error : new Error(String(error));
    notePoll(!(error instanceof Unreachable));
  }
}

async function allTanks(): Promise<Tank[]> {
  const page = await callPage('GET /api/tanks');
  const tanks = page.items;
  for (let next = page.next; next; ) {
    const more = await callNext<Tank[]>(next);
    tanks.push(...more.items);
    next = more.next;
  }
  return tanks;
}

/**
 * Keeps the list current from the stream, or by polling every half minute without one, where the server has
 * tanks. Called once.
 */
export function keepTanks(hasTanks: ReadonlySignal<boolean>): void {
  onLive('reading', (reading) => {
    const isToAsk = mayChangeDoubt(known.peek()?.tanks ?? [], reading);
    if (isToAsk) void refreshTank(reading.device_id);
    changeSoon(reading.device_id, (tank) => withReading(tank, reading));
  });
  // A person who has just switched a pump waits for it.
  onLive('command', (command) => {
    changeSoon(command.device_id, (tank) => withCommand(tank, command));
    soon.flush();
  });
  // An alert event may be of a new alert or a known one, so the unread ones are counted again.
  onLive('alert', ({ device_id }) => void countUnread(device_id));
  onLive('device', (device) => {
    changedSince.add(device.id);
    changeSoon(device.id, (tank) => withDevice(tank, device));
  });
  const countRead = createCounting({ ofDevice: countUnread, ofAll: loadTanks });
  onLive('alerts-read', ({ device_id }) => countRead(device_id));
  for (const event of ['devices', 'reset'] as const) {
    onLive(event, () => void loadTanks());
  }
  effect(() => {
    tanksFailure.value = undefined;
    if (token.value === undefined) known.value = undefined;
    else if (hasTanks.value) void loadTanks();
  });
  effect(() => {
    if (!hasTanks.value || connection.value === 'live' || connection.value === 'connecting') return;
    const timer = setInterval(() => {
      if (token.value !== undefined && !document.hidden) void loadTanks();
    }, pollMs);
    return () => clearInterval(timer);
  });
}

/**
 * Asks for one tank again: of what its device is refused there is no event of its own. An answer that a
 * whole load has overtaken may be older than what that brings, so it is asked for once more.
 */
export const refreshTank = oncePerDevice(async (device_id) => {
  for (let overtaken = true; overtaken; ) {
    const asker = token.peek();
    const begun = loadsBegun;
    changedSince.delete(device_id);
    const ask = () => call('GET /api/tanks', { query: { device_id } }).catch(() => []);
    const [[tank], brought] = await askBesideChanges(ask);
    if (!tank || token.peek() !== asker) return;
    overtaken = begun !== loadsBegun;
    if (!overtaken) note(device_id, () => brought(tank));
  }
});

/** Asks for a tank again whose device changed while no screen showed it. */
export function refreshIfChanged(deviceId: string): void {
  if (changedSince.has(deviceId)) void refreshTank(deviceId);
}

const countUnread = oncePerDevice(async (device_id) => {
  const asker = token.peek();
  const answer = await call('GET /api/alerts.php?action=unread-count', {
    query: { device_id },
  }).catch(() => undefined);
  if (answer && token.peek() === asker) {
    note(device_id, (tank) => ({ ...tank, unread_alerts: answer.unread_count }));
  }
});

/** Applies a newer forecast to the tank on every screen. */
export function noteForecast(deviceId: string, forecast: Parameters<typeof withForecast>[1]): void {
  note(deviceId, (tank) => withForecast(tank, forecast));
}

/** Applies the latches of a device's pumps on every screen. */
export function noteLatches(deviceId: string, latches: Parameters<typeof withLatches>[1]): void {
  note(deviceId, (tank) => withLatches(tank, latches));
}

function note(deviceId: string, changed: Change): void {
  const noted = (tank: Tank) => (tank.device_id === deviceId ? changed(tank) : tank);
  noteChange(noted);
  soon.flush();
  const before = known.peek();
  // The age of the list stays: its other parts are as old as before.
  if (before) keep({ ...before, tanks: before.tanks.map(noted) });
}

function noteChange(changed: Change): void {
  for (const changes of changesSince) changes.push(changed);
}

/** Readings of a fleet come many times a second, and each change has every screen of all tanks drawn anew. */
const soon = createGathering<DeviceChange>(1_000, changeTanks);

function changeSoon(deviceId: string, changed: Change): void {
  noteChange(changed);
  soon.add({ deviceId, changed });
}

function changeTanks(changes: DeviceChange[]): void {
  const before = known.peek();
  if (before) keep({ ...before, tanks: withChanges(before.tanks, changes), asOf: Date.now() });
}

let isSaving = false;

function keep(tanks: KnownTanks): void {
  known.value = tanks;
  // Saves are delayed: a fleet reports many times a second.
  if (isSaving) return;
  isSaving = true;
  setTimeout(() => {
    isSaving = false;
    if (known.value) writeStored(key, cutToKeep(known.value));
  }, 1_000);
}

export type Role = Tank['role'];

const roles = ['viewer', 'operator', 'manager', 'owner'] as const satisfies Role[];

/** True if a role includes the other (docs/api/sharing.md). */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

export function tankAt(deviceId: string): Tank | undefined {
  return known.value?.tanks.find(({ device_id }) => device_id === deviceId);
}

/** Returns the person's role at a device; the least one while the device is unknown. */
export function roleAt(deviceId: string): Role {
  return tankAt(deviceId)?.role ?? 'viewer';
}
