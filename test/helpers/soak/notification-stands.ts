import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startSmtpPeer } from '../http/smtp-peer.ts';

/** By the id that came with each message: how often it came. */
export type Arrivals = Map<string, number>;

export type NotificationStands = {
  url: string;
  smtpUrl: string;
  sms: Arrivals;
  webhook: Arrivals;
  push: Arrivals;
  /** By `Message-ID`; of every mail that has come so far. */
  takeMails: () => Promise<Arrivals>;
  /** Bodies that came under the id of another one. */
  changedBodies: () => number;
  /** The code that was sent to a number. */
  codeOf: (phone: string) => string;
  /** Does something, before it answers, when so many more messages have come. */
  strikeAfter: (messages: number, strike: () => void) => void;
  close: () => Promise<void>;
};

/** The far ends of all channels: an SMS API, webhooks, a push service and a mail server, which count. */
export async function startNotificationStands(): Promise<NotificationStands> {
  const [sms, webhook, push, mails] = [0, 0, 0, 0].map((): Arrivals => new Map());
  if (!sms || !webhook || !push || !mails) throw new Error('there are four channels');
  const bodies = new Map<string, string>();
  const codes = new Map<string, string>();
  let changed = 0;
  let left = Number.POSITIVE_INFINITY;
  let onStrike: () => void = () => {};
  const arrive = () => {
    left -= 1;
    if (left === 0) onStrike();
  };
  const peer = await startSmtpPeer(arrive);
  const count = (arrivals: Arrivals, id: string, body?: string) => {
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    if (body === undefined) return;
    if ((bodies.get(id) ?? body) !== body) changed += 1;
    bodies.set(id, body);
  };

  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    const { url = '', headers } = request;
    if (url.startsWith('/push')) count(push, String(headers['topic']));
    else if (url.startsWith('/hook')) {
      count(webhook, String(headers['webhook-id']), body);
    } else {
      const id = String(headers['idempotency-key']);
      const { to, message } = JSON.parse(body) as { to: string; message: string };
      if (!id.startsWith('ntf_')) codes.set(to, /\d{6}/.exec(message)?.[0] ?? '');
      else count(sms, id, body);
    }
    arrive();
    response.writeHead(url.startsWith('/push') ? 201 : 200).end('{"success":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    smtpUrl: peer.url,
    sms,
    webhook,
    push,
    takeMails: async () => {
      while (peer.waiting() > 0) {
        const { content } = await peer.nextMail();
        count(mails, /Message-ID: <(ntf_[\w-]+)@/i.exec(content)?.[1] ?? '');
      }
      return mails;
    },
    changedBodies: () => changed,
    codeOf: (phone) => codes.get(phone) ?? '',
    strikeAfter: (messages, strike) => {
      onStrike = strike;
      left = messages;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await peer.close();
    },
  };
}
