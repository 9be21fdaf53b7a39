import assert from 'node:assert/strict';
import type { TestServer } from '../helpers/server/test-server.ts';
import type { WebhookReceiver } from '../helpers/sms/webhook-receiver.ts';

/** An incident as `GET /api/alerts` tells it. */
export type ToldIncident = {
  id: number;
  /** Undefined where it is of no tank of the world alone. */
  tank: number | undefined;
  kind: string;
  severity: string;
  facts: Record<string, unknown>;
  created: number;
  /** Instant when it last became news: raised, gone worse, or come back. */
  raised: number;
  resolved: number | undefined;
  snoozedUntil: number | undefined;
};

/** An incident of which nobody was told, with what the server says of that; of each person a line. */
export type Untold = {
  incident: ToldIncident;
  people: string[];
  /** Instant when the first of them is notified, unless it is over by then; 0 where nothing waits. */
  waitsUntil: number;
};

/** A message about some incidents, as it arrived at the path of a person's webhook. */
export type Notification = { incidents: number[]; person: string };

type AlertAnswer = {
  id: number;
  device_id: string | null;
  kind: string;
  source: string;
  severity: string;
  facts: Record<string, unknown>;
  created_at: string;
  raised_at: string;
  resolved_at: string | null;
  snoozed_until: string | null;
};

/** `action=told`, as far as it is read here. */
type ToldAnswer = {
  people: {
    role: string;
    waits_until: string | null;
    messages: { channel: string; phase: string; status: string }[];
  }[];
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
    .map(({ id, device_id, kind, severity, facts, ...at }) => ({
      id,
      kind,
      severity,
      facts,
      tank: device_id === null ? undefined : tankOf.get(device_id),
      created: Date.parse(at.created_at),
      raised: Date.parse(at.raised_at),
      resolved: readInstant(at.resolved_at),
      snoozedUntil: readInstant(at.snoozed_until),
    }))
    .sort((a, b) => a.created - b.created);
}

function readInstant(text: string | null): number | undefined {
  return text === null ? undefined : Date.parse(text);
}

/** Asks who was meant to be told of incidents that nobody was told of, and what became of it. */
export async function readWhyUntold(
  server: TestServer,
  token: string,
  incidents: readonly ToldIncident[],
): Promise<Untold[]> {
  const untold: Untold[] = [];
  for (const incident of incidents) {
    const path = `/api/alerts.php?action=told&id=${incident.id}`;
    const { status, body, text } = await server.request('GET', path, { token });
    assert.equal(status, 200, text);
    const { people } = body as ToldAnswer;
    const waits = people.flatMap(({ waits_until }) => readInstant(waits_until) ?? []);
    const waitsUntil = waits.length > 0 ? Math.min(...waits) : 0;
    untold.push({ incident, people: people.map(sayWaiting), waitsUntil });
  }
  return untold;
}

function sayWaiting({ role, waits_until, messages }: ToldAnswer['people'][number]): string {
  const sent = messages.map(({ channel, phase, status }) => `${channel} ${phase} ${status}`);
  if (waits_until !== null) sent.push(`waits until ${waits_until}`);
  return `${role}: ${sent.join(', ') || 'nothing to send'}`;
}

/** Messages at people's webhooks, each at its own path; a message that came twice is one. */
export async function readNotifications(receiver: WebhookReceiver): Promise<Notification[]> {
  const seen = new Set<unknown>();
  const notifications: Notification[] = [];
  while (receiver.waiting() > 0) {
    const { path, headers, body } = await receiver.next();
    const id = headers['webhook-id'];
    if (seen.has(id)) continue;
    seen.add(id);
    const { data } = JSON.parse(body) as { data: { incidents: { id: number }[] } };
    const person = path.replace(/^\//, '');
    notifications.push({ incidents: data.incidents.map(({ id }) => id), person });
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
