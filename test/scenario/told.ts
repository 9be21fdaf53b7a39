import assert from 'node:assert/strict';
import type { TestServer } from '../helpers/test-server.ts';

/** An incident as `GET /api/alerts` tells it. */
export type ToldIncident = {
  id: number;
  /** Undefined where it is of no tank of the world alone. */
  tank: number | undefined;
  kind: string;
  created: number;
  resolved: number | undefined;
};

/** Who was told of which incident; names as `notifications.php?action=history` has them. */
export type Notification = { incident_id: number; person: string };

type AlertAnswer = {
  id: number;
  device_id: string | null;
  kind: string;
  source: string;
  created_at: string;
  resolved_at: string | null;
};

/** Everything that the server raised by itself, oldest first. */
export async function readIncidents(
  server: TestServer,
  token: string,
  tankOf: ReadonlyMap<string, number>,
): Promise<ToldIncident[]> {
  const alerts = await readPages<AlertAnswer>(server, token, '/api/alerts?limit=500');
  return alerts
    .filter(({ source }) => source === 'auto')
    .map(({ id, device_id, kind, created_at, resolved_at }) => ({
      ...{ id, kind },
      tank: device_id === null ? undefined : tankOf.get(device_id),
      created: Date.parse(created_at),
      resolved: resolved_at === null ? undefined : Date.parse(resolved_at),
    }))
    .sort((a, b) => a.created - b.created);
}

/** @returns undefined where there is no such history. */
export async function readNotifications(
  server: TestServer,
  token: string,
): Promise<Notification[] | undefined> {
  const path = '/api/notifications.php?action=history&limit=500';
  const { status } = await server.request('GET', path, { token });
  if (status === 404) return undefined;
  const told = await readPages<Record<string, unknown>>(server, token, path);
  return told.map((each) => {
    const incident = each['incident_id'] ?? each['alert_id'];
    const person = each['person'] ?? each['user_id'] ?? each['recipient'] ?? each['to'];
    assert.ok(incident !== undefined && person !== undefined, JSON.stringify(each));
    return { incident_id: Number(incident), person: String(person) };
  });
}

/** Follows `Link` with `rel="next"` to the end. */
async function readPages<T>(server: TestServer, token: string, first: string): Promise<T[]> {
  const rows: T[] = [];
  for (let path: string | undefined = first; path !== undefined; ) {
    const { status, body, text, headers } = await server.request('GET', path, { token });
    assert.equal(status, 200, text);
    rows.push(...(body as T[]));
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    path = next === undefined ? undefined : toPath(new URL(next, server.url));
  }
  return rows;
}

function toPath({ pathname, search }: URL): string {
  return pathname + search;
}
