import assert from 'node:assert/strict';
import type { TestServer } from '../helpers/server/test-server.ts';
import type { WebhookReceiver } from '../helpers/sms/webhook-receiver.ts';

/** An incident as `GET /api/alerts` tells it. */
export type ToldIncident = {
  id: number;
  /** Undefined where it is of no tank of the world alone. */
  tank: number | undefined;
  kind: string;
  created: number;
  resolved: number | undefined;
};

/** A message about an incident, as it arrived at a person's webhook. */
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

/** What arrived at people's webhooks, each at its own path; a message that came twice is one. */
export async function readNotifications(receiver: WebhookReceiver): Promise<Notification[]> {
  const seen = new Set<unknown>();
  const notifications: Notification[] = [];
  while (receiver.waiting() > 0) {
    const { path: person, headers, body } = await receiver.next();
    const id = headers['webhook-id'];
    if (seen.has(id)) continue;
    seen.add(id);
    const { data } = JSON.parse(body) as { data: { incidents: { id: number }[] } };
    notifications.push(...data.incidents.map((each) => ({ incident_id: each.id, person })));
  }
  return notifications;
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
