import { Type } from 'typebox';
import type { Language } from '../../../accounts/language.ts';
import type { App } from '../../../kit/http/app.ts';
import { parseFormsToo } from '../../../kit/http/body-parsers.ts';
import type { SignedIds } from '../../../kit/signed-ids.ts';
import { dayMs } from '../../../kit/time/units.ts';
import {
  type AcknowledgeDeps,
  acknowledgeIncidents,
} from '../../incidents/acknowledge-incidents.ts';
import type { RowKey } from '../../row-key.ts';
import { linesOf, type Message } from '../message.ts';
import { findNotification, type Notification } from '../outbox/queries.ts';
import { type Page, writePage } from './page.ts';

type LinkDeps = AcknowledgeDeps & { links: SignedIds };

/** A link in a message is good for so long. */
const linkMs = 7 * dayMs;

const path = '/a/:token';
const schema = { hide: true, params: Type.Object({ token: Type.String({ maxLength: 40 }) }) };

/**
 * Links in messages: GET asks and changes nothing, since messengers and scanners open links by
 * themselves; POST acknowledges in the name of the person who was sent the message.
 */
export async function addLinkRoutes(app: App, deps: LinkDeps): Promise<void> {
  await app.register(async (scope) => {
    parseFormsToo(scope);
    addPages(scope, deps);
  });
}

function addPages(scope: App, deps: LinkDeps): void {
  const { db, clock, links } = deps;
  const find = async (token: string): Promise<Notification | undefined> => {
    const id = links.idOf(token);
    const notification = id === undefined ? undefined : await findNotification(db.read, id);
    if (!notification || !links.isOf(token, notification)) return undefined;
    const isGood = clock() < notification.created_at + linkMs;
    return isGood ? notification : undefined;
  };

  scope.get(path, { schema }, async (request, reply) => {
    const notification = await find(request.params.token);
    if (!notification) reply.code(404);
    return reply
      .headers(headers)
      .send(writePage(notification ? 'ask' : 'gone', ...tellOf(notification)));
  });

  scope.post(path, { schema }, async (request, reply) => {
    const notification = await find(request.params.token);
    if (!notification) reply.code(404);
    else {
      const by = { userId: notification.user_id, address: request.ip };
      await acknowledgeIncidents(deps, by, keysOf(notification));
    }
    const page: Page = notification ? 'done' : 'gone';
    return reply.headers(headers).send(writePage(page, ...tellOf(notification)));
  });
}

function keysOf({ body }: Notification): RowKey[] {
  const { items } = JSON.parse(body) as Message;
  return items.map(({ device_id, incident_id }) => ({ deviceId: device_id, id: incident_id }));
}

const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

function tellOf(notification: Notification | undefined): [Language, string[]] {
  if (!notification) return ['en', []];
  const message = JSON.parse(notification.body) as Message;
  return [message.language, linesOf(message)];
}
