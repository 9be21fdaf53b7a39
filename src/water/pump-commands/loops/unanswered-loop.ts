import type { Selectable } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import type { PumpCommandsTable } from '../../../db/tables/tank-tables.ts';
import { pagesOf } from '../../../kit/async/rows-of-pages.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import { lockDevice } from '../../devices/queries.ts';
import { toIncident } from '../../incidents/incident-rows.ts';
import type { Facts } from '../../incidents/kinds.ts';
import { resolveIncidents } from '../../incidents/open-incidents.ts';
import type { Incident } from '../../incidents/queries.ts';
import { raiseIncidents } from '../../incidents/raise-incidents.ts';
import type { LivePublisher } from '../../live-publisher.ts';
import { findUsualIntervals } from '../lifetime-queries.ts';
import { findCommandsByKey } from '../queries.ts';
import {
  findFetched,
  findLastAnswered,
  findUnanswered,
  findWaitingCommands,
} from './unanswered-queries.ts';

type LoopDeps = {
  db: Database;
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump'>;
  timers: Pick<Timers, 'now'>;
  /** Silence after which a device is offline, in milliseconds. */
  onlineMs: number;
  publisher: Pick<LivePublisher, 'alertsChanged'>;
};

type WaitingCommand = Awaited<ReturnType<typeof findWaitingCommands>>[number];

/** Least wait of a command, and its wait in usual intervals of its device, unless its life is shorter. */
const leastWaitMs = 10 * minuteMs;
const intervals = 2;
/** Share of its life after which a command counts as unanswered. */
const shareOfLife = 0.8;
/** Age from which an unanswered command no longer keeps its incident open. */
const longestOpenMs = dayMs;

const pageSize = 500;
const devicesAtOnce = 50;

/**
 * Creates the loop that raises incidents for pump commands which devices do not fetch, or do not acknowledge,
 * though they are online. Each sensor has one such incident; it ends when its command was answered or
 * cancelled, or a later one was answered. Commands are given time to be answered after a start, too.
 * @returns the function that does one round.
 */
export function createUnansweredLoop(deps: LoopDeps): (signal: AbortSignal) => Promise<void> {
  const { clockWatch, timers } = deps;
  const startedAt = timers.now();
  return async (signal) => {
    const now = clockWatch.cautious();
    await resolveAnswered(deps, now, signal);
    // Whole, since columns of whole milliseconds are compared with it.
    const listenedMs = Math.floor(Math.min(timers.now() - startedAt, clockWatch.sinceJump()));
    if (listenedMs >= leastWaitMs) await raiseUnanswered(deps, { now, listenedMs }, signal);
  };
}

async function resolveAnswered(
  { db, publisher }: LoopDeps,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const pages = pagesOf<Incident>(pageSize, (page) => findUnanswered(db.longRead, page), signal);
  for await (const page of pages) {
    const keys = page.map(({ device_id, facts }) => ({
      deviceId: device_id,
      id: commandOf(facts),
    }));
    const commands = await findCommandsByKey(db.longRead, keys);
    const open = new Set(commands.filter((command) => isOpen(command, now)).map(({ id }) => id));
    const left = page.filter(({ facts }) => open.has(commandOf(facts)));
    const answered = await findAnsweredSince(db.longRead, left);
    const over = page.filter(({ id, facts }) => !open.has(commandOf(facts)) || answered.has(id));
    publisher.alertsChanged(await resolveIncidents(db.write, over, now));
  }
}

/** True while a command has no answer; one that expired counts until `longestOpenMs`. */
function isOpen(
  { status, created_at }: Pick<Selectable<PumpCommandsTable>, 'status' | 'created_at'>,
  now: number,
): boolean {
  const isWaiting = status === 'pending' || status === 'expired';
  return isWaiting && now - created_at < longestOpenMs;
}

/** Finds those of some open incidents whose pump has answered a later command. */
async function findAnsweredSince(db: Db, incidents: Incident[]): Promise<Set<number>> {
  const deviceIds = [...new Set(incidents.map(({ device_id }) => device_id))];
  const after = Math.min(...incidents.map(({ facts }) => commandOf(facts)));
  const rows = await findLastAnswered(db, { deviceIds, after });
  const last = new Map(rows.map((row) => [keyOf(row.device_id, row.sensor_name), row.id]));
  const answered = incidents.filter(
    ({ device_id, sensor_name, facts }) =>
      (last.get(keyOf(device_id, sensor_name)) ?? 0) > commandOf(facts),
  );
  return new Set(answered.map(({ id }) => id));
}

function keyOf(deviceId: number, sensorName: string | null): string {
  return JSON.stringify([deviceId, sensorName ?? '']);
}

function commandOf(facts: string): number {
  return (JSON.parse(facts) as Facts['unanswered']).command_id;
}

async function raiseUnanswered(
  { db, onlineMs, publisher }: LoopDeps,
  { now, listenedMs }: { now: number; listenedMs: number },
  signal: AbortSignal,
): Promise<void> {
  const waiting = { sentBefore: now - shareOfLife * leastWaitMs, onlineMs, now };
  const pages = pagesOf<WaitingCommand>(
    pageSize,
    (page) => findWaitingCommands(db.longRead, waiting, page),
    signal,
  );
  for await (const page of pages) {
    const ids = [...new Set(page.map(({ device_id }) => device_id))];
    const usual = await findUsualIntervals(db.longRead, ids, now);
    const overdue = page.filter(({ device_id, created_at, expires_at }) => {
      const usualMs = Math.max(leastWaitMs, intervals * (usual.get(device_id) ?? 0));
      const waitMs = Math.min(usualMs, shareOfLife * (expires_at - created_at));
      return now - created_at >= waitMs && listenedMs >= waitMs;
    });
    for (const some of chunksOf(firstOfEach(overdue), devicesAtOnce)) {
      publisher.alertsChanged(await raise(db, some, now));
    }
  }
}

function firstOfEach(commands: WaitingCommand[]): WaitingCommand[] {
  const first = new Map<string, WaitingCommand>();
  for (const command of commands) {
    const key = keyOf(command.device_id, command.sensor_name);
    if (!first.has(key)) first.set(key, command);
  }
  return [...first.values()];
}

async function raise(db: Database, commands: WaitingCommand[], now: number): Promise<Incident[]> {
  return await db.transaction(async (trx) => {
    const present = new Set<number>();
    const ids = [...new Set(commands.map(({ device_id }) => device_id))];
    for (const id of ids.sort((a, b) => a - b)) if (await lockDevice(trx, id)) present.add(id);
    // One that was answered or cancelled since it was found is none any more.
    const fetched = await findFetched(trx, commands);
    const found = commands
      .filter(({ device_id, id }) => present.has(device_id) && fetched.has(id))
      .map(({ device_id, sensor_name, id, command, created_at }) => {
        const facts = {
          command_id: id,
          command,
          sent_at: created_at,
          fetched: fetched.get(id) !== null,
          told_at: now,
        };
        return toIncident(
          { kind: 'unanswered', facts },
          { deviceId: device_id, sensorName: sensor_name, severity: 'warning', now },
        );
      });
    return await raiseIncidents(trx, found, now);
  });
}
