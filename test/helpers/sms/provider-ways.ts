import assert from 'node:assert/strict';
import { createArrivals } from '../http/arrivals.ts';
import type { TestServer } from '../server/test-server.ts';
import { startAfricasTalkingPeer } from '../smsc/africas-talking-peer.ts';
import { deliver } from '../smsc/smpp-pair.ts';
import {
  type PeerPdu,
  type PeerSession,
  type Request,
  smpp,
  startSmppPeer,
} from '../smsc/smpp-peer.ts';
import { until } from '../until.ts';

/** A message as it came to the other side of a provider. */
export type HandedOver = {
  /** `254XXXXXXXXX`. */
  to: string;
  from: string;
  text: string;
  /** Reports that it has arrived. */
  report: () => Promise<void>;
};

/** The far end of a way to phones, whatever it speaks. */
export type Way = {
  /** Settings with which messages go this way. */
  env: Record<string, string>;
  /** To be called once the server runs. */
  meet: (server: TestServer, adminToken: string) => Promise<void>;
  /** The oldest message that was not taken yet, as soon as there is one. */
  next: () => Promise<HandedOver>;
  waiting: () => number;
  /** A phone writes to a number of ours. */
  write: (phone: string, to: string, text: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Africa's Talking, whose callbacks are posted to the paths that an administrator is told. */
export async function openAfricasTalkingWay(): Promise<Way> {
  const handed = createArrivals<HandedOver>('a message');
  let paths: { delivery_reports: string; incoming_messages: string };
  let server: TestServer;
  let lastId = 0;
  const post = async (path: string, form: Record<string, string>) => {
    const { status, text } = await server.request('POST', path, { form });
    assert.equal(status, 200, text);
  };
  const peer = await startAfricasTalkingPeer({
    onTaken: ({ number, messageId, form: { from = '', message = '' } }) => {
      const report = () =>
        post(paths.delivery_reports, { id: messageId, status: 'Success', phoneNumber: number });
      handed.add({ to: number.slice(1), from, text: message, report });
    },
  });
  return {
    env: { AT_USERNAME: peer.username, AT_API_KEY: peer.apiKey, AT_URL: peer.url },
    meet: async (met, token) => {
      server = met;
      const { body } = await met.request('GET', '/v1/admin/africas-talking/callbacks', { token });
      paths = body as typeof paths;
    },
    next: handed.next,
    waiting: handed.waiting,
    write: (phone, to, text) => {
      lastId += 1;
      return post(paths.incoming_messages, { id: `in-${lastId}`, from: `+${phone}`, to, text });
    },
    close: peer.close,
  };
}

const receiptClass = 0x04;

/** An SMSC, whose receipts and messages from phones come over the session that is bound. */
export const openSmppWay = (): Promise<Way> => openSmsc('bind_transceiver', {}, () => ({}));

/**
 * An SMSC of the older kind: it binds transmitters and receivers alone, takes no validity period, writes Latin 1, and
 * wants long texts whole.
 */
export async function openOldSmppWay(): Promise<Way> {
  smpp.encodings.default = 'LATIN1';
  const way = await openSmsc(
    'bind_receiver',
    { SMPP_ALPHABET: 'latin1', SMPP_LONG_TEXTS: 'payload' },
    ({ command, validity_period: period }) => {
      if (command === 'bind_transceiver') return { command_status: 0x0d };
      return period ? { command_status: 0x62 } : {};
    },
  );
  const close = async () => {
    await way.close();
    smpp.encodings.default = 'ASCII';
  };
  return { ...way, close };
}

/** @param answer fields of answers, over those of an SMSC that takes everything. */
async function openSmsc(
  bind: string,
  env: Record<string, string>,
  answer: (pdu: PeerPdu) => object,
): Promise<Way> {
  const ids = new WeakMap<PeerPdu, string>();
  let lastId = 0;
  const peer = await startSmppPeer({
    answer: (pdu) => {
      const fields = answer(pdu);
      if (pdu.command !== 'submit_sm' || 'command_status' in fields) return fields;
      lastId += 1;
      const message_id = String(lastId).padStart(10, '0');
      ids.set(pdu, message_id);
      return { message_id };
    },
  });
  let session: PeerSession | undefined;
  const tell = async (fields: object, text: string) => {
    assert.ok(session);
    const short_message = Buffer.from(text, 'latin1');
    assert.equal(await deliver(session, { ...fields, short_message }), 0);
  };
  const nextTaken = async (): Promise<Request> => {
    const request = await peer.next('submit_sm');
    return ids.has(request.pdu) ? request : await nextTaken();
  };
  return {
    env: { SMPP_URL: `smpp://kisima:secret@127.0.0.1:${peer.port}`, ...env },
    meet: async (server, token) => {
      ({ session } = await peer.next(bind));
      const isUp = async () => {
        const { body } = await server.request('GET', '/v1/admin/providers', { token });
        return (body as { state: string }[])[0]?.state === 'up';
      };
      await until(isUp);
    },
    next: async () => {
      const { pdu } = await nextTaken();
      const { source_addr, destination_addr, short_message } = pdu;
      const addresses = { source_addr: destination_addr, destination_addr: source_addr };
      const report = () =>
        tell(
          { ...addresses, esm_class: receiptClass },
          `id:${ids.get(pdu)} sub:001 dlvrd:001 submit date:2611210800 ` +
            'done date:2611210801 stat:DELIVRD err:000 text:',
        );
      return { to: destination_addr, from: source_addr, text: short_message.message, report };
    },
    waiting: () => peer.waiting('submit_sm'),
    write: (phone, to, text) => tell({ source_addr: phone, destination_addr: to }, text),
    close: async () => {
      await until(() => peer.bound.size === 0);
      await peer.close();
    },
  };
}
