import { type EventEmitter, once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server, Socket } from 'node:net';
import { type Arrivals, createArrivals } from '../http/arrivals.ts';

/** A PDU as the package `smpp` reads it; the package brings no types. */
export type PeerPdu = {
  command: string;
  command_status: number;
  sequence_number: number;
  response: (fields?: object) => PeerPdu;
  source_addr: string;
  source_addr_ton: number;
  source_addr_npi: number;
  destination_addr: string;
  esm_class: number;
  data_coding: number;
  registered_delivery: number;
  service_type: string;
  dest_addr_ton: number;
  dest_addr_npi: number;
  message_payload?: { message: string };
  sar_msg_ref_num?: number;
  sar_total_segments?: number;
  sar_segment_seqnum?: number;
  validity_period: unknown;
  system_id: string;
  password: string;
  system_type: string;
  interface_version: number;
  short_message: { message: string; udh?: Buffer[] };
};

export type PeerSession = EventEmitter & {
  send: (pdu: PeerPdu) => boolean;
  deliver_sm: (fields: object, onAnswer: (pdu: PeerPdu) => void) => boolean;
  data_sm: (fields: object, onAnswer: (pdu: PeerPdu) => void) => boolean;
  unbind: () => boolean;
  enquire_link: (onAnswer: (pdu: PeerPdu) => void) => boolean;
  destroy: () => void;
  socket: Socket;
};

type Smpp = {
  PDU: new (command: string, fields: object) => PeerPdu;
  createServer: (options: object, onSession: (session: PeerSession) => void) => Server;
  encodings: { default: string } & Record<string, unknown>;
};

export type Request = { pdu: PeerPdu; session: PeerSession };

export type SmppPeer = {
  port: number;
  /** The oldest request of that command nobody has taken, as soon as there is one. */
  next: (command: string) => Promise<Request>;
  waiting: (command: string) => number;
  /** The sessions that are bound. */
  bound: Set<PeerSession>;
  close: () => Promise<void>;
};

type PeerOptions = {
  port?: number;
  tls?: { key: string; cert: string };
  /**
   * Fields of the answer, `nack` (a status) for a generic one, `ends` for the end of the connection; undefined leaves the
   * request without one.
   */
  answer?: (pdu: PeerPdu) => object | undefined;
};

/** The library that is not ours: an SMSC made of the package `smpp`. */
export const smpp: Smpp = createRequire(import.meta.url)('smpp');

/** An SMSC over a real socket, which answers as it is told: by default everything is well. */
export async function startSmppPeer(options: PeerOptions = {}): Promise<SmppPeer> {
  const { port = 0, tls, answer = () => ({}) } = options;
  const requests = new Map<string, Arrivals<Request>>();
  const bound = new Set<PeerSession>();
  const all = new Set<PeerSession>();
  let id = 0;

  const requestsOf = (command: string) => {
    const known = requests.get(command) ?? createArrivals<Request>(`a ${command}`);
    requests.set(command, known);
    return known;
  };
  const take = (session: PeerSession, pdu: PeerPdu) => {
    if (pdu.command.endsWith('_resp') || pdu.command === 'generic_nack') return;
    const fields = answer(pdu);
    if (fields && 'ends' in fields) {
      session.destroy();
    } else if (fields && 'nack' in fields) {
      const { nack, ...others } = fields;
      const { sequence_number } = pdu;
      session.send(
        new smpp.PDU('generic_nack', { command_status: nack, sequence_number, ...others }),
      );
    } else if (fields) {
      const own = pdu.command === 'submit_sm' ? { message_id: String(++id) } : {};
      session.send(pdu.response({ ...own, ...fields }));
      const isBound = pdu.command.startsWith('bind_') && !('command_status' in fields);
      if (isBound) bound.add(session);
    }
    requestsOf(pdu.command).add({ pdu, session });
  };

  const server = smpp.createServer({ ...tls }, (session) => {
    all.add(session);
    session.socket.setNoDelay(true);
    session.on('pdu', (pdu: PeerPdu) => take(session, pdu));
    session.on('error', () => session.destroy());
    session.on('close', () => {
      bound.delete(session);
      all.delete(session);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    next: (command) => requestsOf(command).next(),
    waiting: (command) => requestsOf(command).waiting(),
    bound,
    close: async () => {
      for (const session of all) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
