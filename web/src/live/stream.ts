import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { minuteMs } from '../../../src/kit/time/units.ts';
import { call } from '../api/call.ts';
import type { Alert, Device, DeviceDoors, PumpCommand, Reading } from '../api/operations.ts';
import { token } from '../api/session.ts';
import { createBackOff } from '../kit/back-off.ts';

/** Live events of the server (docs/api/stream.md). */
const liveEvents = [
  'reading',
  'arrival',
  'command',
  'alert',
  'alerts-read',
  'device',
  'devices',
  'reset',
  'heartbeat',
] as const;
type LiveEvent = (typeof liveEvents)[number];

/** Readings of a device come by this door. */
export type DeviceArrival = Pick<DeviceDoors['arrivals'][number], 'door'> & { at: string };

/** Data of each event. After `devices` and `reset` all state is to be loaded again. */
type LiveEvents = {
  reading: Reading;
  arrival: { device_id: string } & DeviceArrival;
  command: PumpCommand;
  alert: Alert;
  'alerts-read': { device_id: string };
  device: Pick<Device, 'id' | 'online' | 'last_seen_at'>;
  devices: unknown;
  reset: unknown;
  heartbeat: unknown;
};

/**
 * `live`: events arrive as they happen. `polling`: no stream can be had, so screens poll.
 * `offline`: the server is unreachable.
 */
type Connection = 'connecting' | 'live' | 'polling' | 'offline';
export const connection = signal<Connection>('connecting');

type Listener = (data: unknown) => void;
const listeners = new Map<LiveEvent, Set<Listener>>();

/** Calls `listener` with the data of each such event, until the returned function is called. */
export function onLive<E extends LiveEvent>(
  event: E,
  listener: (data: LiveEvents[E]) => void,
): () => void {
  const heard = listeners.get(event) ?? new Set();
  listeners.set(event, heard);
  const own = listener as Listener;
  heard.add(own);
  return () => heard.delete(own);
}

/** Shows an own change on every screen at once, for events whose listeners forgive that the stream brings it again. */
export function emitOwn<E extends LiveEvent>(event: E, data: LiveEvents[E]): void {
  emit(event, data);
}

/** Emits an event for an own change if no stream will bring it. */
export function emitUnlessLive<E extends LiveEvent>(event: E, data: LiveEvents[E]): void {
  if (connection.value !== 'live') emit(event, data);
}

function emit(event: LiveEvent, data: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(data);
}

/** Time after which a hidden page closes the stream, since it costs metered data. */
const hiddenMs = minuteMs;

/** Identifies this page's stream, so that the server replaces a lost one by the next. */
const page = Math.random().toString(36).slice(2);

let source: EventSource | undefined;
let lastEventId: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let opening: ReturnType<typeof setTimeout> | undefined;
/** Deadline for opening: a proxy may swallow a stream silently. */
const openWithinMs = 10_000;
let silence: ReturnType<typeof setTimeout> | undefined;
/** Two heartbeats have not come: mobile networks drop a connection without a word to either end. */
const silentMs = minuteMs;
let attempt = 0;
/** False where the server has no tanks, and so no events: nothing is asked for. */
let isWanted: ReadonlySignal<boolean> = signal(true);
/** Between 2 and 6 seconds at first: about as long as a server takes to restart. */
const backOff = createBackOff(Math.random, 6_000);

async function connect(): Promise<void> {
  const attemptNow = ++attempt;
  clearTimeout(timer);
  clearTimeout(opening);
  close();
  // Of a hidden page, too: until its next stream is open nothing is live.
  if (connection.peek() === 'live') connection.value = 'connecting';
  if (!isWanted.value) connection.value = navigator.onLine ? 'connecting' : 'offline';
  if (token.value === undefined || !isWanted.value || document.hidden) return;
  opening = setTimeout(() => {
    if (connection.peek() === 'connecting') connection.value = 'polling';
  }, openWithinMs);
  try {
    const { ticket } = await call('POST /api/stream/tickets');
    if (attemptNow !== attempt) return;
    open(ticket);
  } catch {
    if (attemptNow === attempt) lose();
  }
}

function open(ticket: string): void {
  const search = new URLSearchParams({ ticket, page });
  if (lastEventId !== undefined) search.set('last_event_id', lastEventId);
  const opened = new EventSource(`/api/stream?${search}`);
  source = opened;
  opened.onopen = () => {
    backOff.reset();
    awaitNext();
    // Without a last event to resume from, state is loaded again.
    if (lastEventId === undefined) emit('reset', {});
    connection.value = 'live';
  };
  // A ticket is valid once, so the browser's own reconnect would fail: a new one is fetched.
  opened.onerror = () => lose();
  for (const event of liveEvents) {
    opened.addEventListener(event, (message) => {
      awaitNext();
      if (message.lastEventId) lastEventId = message.lastEventId;
      emit(event, JSON.parse(message.data));
    });
  }
}

function awaitNext(): void {
  clearTimeout(silence);
  silence = setTimeout(() => void connect(), silentMs);
}

function close(): void {
  clearTimeout(silence);
  source?.close();
  source = undefined;
}

function lose(): void {
  clearTimeout(timer);
  close();
  connection.value = navigator.onLine ? 'polling' : 'offline';
  if (token.value !== undefined) timer = setTimeout(() => void connect(), backOff.next());
}

/** Separates an unreachable server from a lost stream. */
export function notePoll(isAnswered: boolean): void {
  const { value } = connection;
  if (value === 'live' || (value === 'connecting' && isAnswered)) return;
  connection.value = isAnswered ? 'polling' : 'offline';
}

/** Keeps a stream open while somebody is signed in and the page is visible, where there are tanks. Called once. */
export function keepStream(hasTanks: ReadonlySignal<boolean>): void {
  isWanted = hasTanks;
  effect(() => {
    lastEventId = undefined;
    if (token.value === undefined) connection.value = 'connecting';
    void connect();
  });
  addEventListener('online', () => void connect());
  // Whatever is still opening is given up: its late answer would say "live" on a dead line. The
  // next attempt tells, since a server on the same machine is reached without a network.
  addEventListener('offline', () => {
    attempt++;
    lose();
  });
  let hiding: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => void connect(), hiddenMs);
    else if (!source) void connect();
  });
}

type Listeners = { [E in LiveEvent]?: (data: LiveEvents[E]) => void };

/**
 * Calls the listeners of live events, as of the last render, while the screen is mounted.
 * @param pollMs without a stream, `reset` is called at this interval while the page is visible.
 */
export function useLive(listeners: Listeners, pollMs?: number): void {
  const newest = useRef(listeners);
  newest.current = listeners;
  useEffect(() => {
    const listen = <E extends LiveEvent>(event: E) =>
      onLive(event, (data) => newest.current[event]?.(data));
    const stops = liveEvents.map((event) => listen(event));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const isPolling = pollMs !== undefined && connection.value !== 'live';
  useEffect(() => {
    if (!isPolling) return;
    const timer = setInterval(() => {
      if (!document.hidden) newest.current.reset?.({});
    }, pollMs);
    return () => clearInterval(timer);
  }, [isPolling, pollMs]);
}
