import { Type } from 'typebox';
import type { Language } from '../../../accounts/language.ts';
import type { App } from '../../../kit/http/app.ts';
import { parseFormsToo } from '../../../kit/http/body-parsers.ts';
import type { SignedIds } from '../../../kit/signed-ids.ts';
import { dayMs } from '../../../kit/time/units.ts';
import {
  type AcknowledgeDeps,
  acknowledgeIncidents,
  mayAcknowledge,
} from '../../incidents/acknowledge-incidents.ts';
import type { RowKey } from '../../row-key.ts';
import { allLinesOf, incidentsOf, type Message } from '../message.ts';
import { findNotification, type Notification } from '../outbox/queries.ts';

type LinkDeps = AcknowledgeDeps & { links: SignedIds };

const linkMs = 7 * dayMs;

const path = '/a/:token';
const schema = { hide: true, params: Type.Object({ token: Type.String({ maxLength: 40 }) }) };

/**
 * Adds the pages of links in messages: GET asks and changes nothing, since messengers and scanners open links
 * by themselves; POST acknowledges in the name of the message's recipient.
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

  const mayAnswer = async (notification: Notification) =>
    await mayAcknowledge(db.read, notification.user_id, keysOf(notification));

  scope.get(path, { schema }, async (request, reply) => {
    const notification = await find(request.params.token);
    if (!notification) reply.code(404);
    const page = notification ? ((await mayAnswer(notification)) ? 'ask' : 'notYours') : 'gone';
    return reply.headers(headers).send(writePage(page, ...tellOf(notification)));
  });

  scope.post(path, { schema }, async (request, reply) => {
    const notification = await find(request.params.token);
    let page: Page = 'gone';
    if (!notification) reply.code(404);
    else if (await mayAnswer(notification)) {
      const by = { userId: notification.user_id, address: request.ip };
      await acknowledgeIncidents(deps, by, keysOf(notification));
      page = 'done';
    } else page = 'notYours';
    return reply.headers(headers).send(writePage(page, ...tellOf(notification)));
  });
}

function keysOf({ body }: Notification): RowKey[] {
  return incidentsOf(JSON.parse(body) as Message).map(({ device_id, incident_id }) => ({
    deviceId: device_id,
    id: incident_id,
  }));
}

const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

function tellOf(notification: Notification | undefined): [Language, string[]] {
  if (!notification) return ['en', []];
  const message = JSON.parse(notification.body) as Message;
  return [message.language, allLinesOf(message)];
}

/** `notYours`: the person may see the tank, and not operate it. */
export type Page = 'ask' | 'done' | 'notYours' | 'gone';

const words: Record<Language, Record<Page | 'button', string>> = {
  en: {
    ask: 'Will you see to this?',
    button: 'Yes, I will see to it',
    done: 'Thank you. Nobody else will be told for now.',
    notYours: 'Only whoever may operate this tank can take it on. Others are told until one does.',
    gone: 'This link is not good any more.',
  },
  sw: {
    ask: 'Je, utashughulikia hili?',
    button: 'Ndiyo, nitashughulikia',
    done: 'Asante. Hakuna mwingine atakayeambiwa kwa sasa.',
    notYours:
      'Ni mwenye ruhusa ya kuendesha tangi hili tu awezaye kulishughulikia. Wengine wataambiwa hadi mmoja afanye hivyo.',
    gone: 'Kiungo hiki hakifanyi kazi tena.',
  },
};

/** Writes the page of a link, without scripts and with as little data as possible. */
export function writePage(page: Page, language: Language, lines: string[]): string {
  const say = words[language];
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  const form = page === 'ask' ? `<form method="post"><button>${say.button}</button></form>` : '';
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Kisima</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<style>body{font:1.1rem system-ui;max-width:34rem;margin:2rem auto;padding:0 1rem}
button{font:inherit;padding:.8rem 1.2rem}:root{color-scheme:light dark}</style>
<h1>Kisima</h1>${list === '' ? '' : `<ul>${list}</ul>`}<p>${say[page]}</p>${form}</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
