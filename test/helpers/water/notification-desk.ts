import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { registerUser } from '../accounts/accounts.ts';
import { type SmtpPeer, startSmtpPeer } from '../http/smtp-peer.ts';
import { type Engine, startTestServer, type TestServer } from '../server/test-server.ts';
import { until } from '../until.ts';
import { registerDevice } from './devices.ts';

/** The notifications of a person, as they are answered. */
type History = {
  channel: string;
  reason: string;
  status: string;
  error: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  attempts: number;
  lines: string[];
  incidents: { id: number; phase: string }[];
}[];

/** A server that notifies people: mails go to a peer, webhooks may be of this machine, and SMS are simulated. */
export function useNotificationDesk(engine: Engine) {
  const mails = {} as SmtpPeer;
  const server = {} as TestServer;
  before(async () => {
    Object.assign(mails, await startSmtpPeer());
    const env = {
      SMTP_URL: mails.url,
      PUBLIC_URL: 'https://tanks.example.org',
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      SMS_TRIAL_SENDS: 'simulated',
    };
    const started = await startTestServer({ engine, env });
    Object.defineProperties(server, Object.getOwnPropertyDescriptors(started));
  });
  after(async () => {
    await server.stop();
    await mails.close();
  });

  const call = (token: string | undefined, action: string, json?: unknown) =>
    server.request(json === undefined ? 'GET' : 'POST', `/api/notifications.php?action=${action}`, {
      token,
      json,
    });
  const history = async (token: string) => (await call(token, 'history')).body as History;
  const settled = (token: string, isSettled: (rows: History) => boolean) =>
    until(async () => {
      const rows = await history(token);
      return isSettled(rows) && rows;
    });
  const newOwner = async () => {
    const { token, email, user } = await registerUser(server);
    const device = await registerDevice(server, token);
    const push = async (level: number) => {
      const form = { mac_address: device.mac_or_serial, water_level_percent: level };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    return { token, email, userId: Number(user.id), device, push };
  };

  return { server, mails, call, history, settled, newOwner };
}
