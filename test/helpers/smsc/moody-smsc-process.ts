import type { AddressInfo } from 'node:net';
import { type PeerPdu, type PeerSession, smpp } from './smpp-peer.ts';

/** Moods of the SMSC: it takes messages, after a while or at once, refuses, or does not answer. */
export type Mood = 'takes' | 'holds' | 'fails';
export type Order =
  | { order: 'mood'; mood: Mood }
  | { order: 'answer after'; ms: number }
  | { order: 'drop' }
  | { order: 'unbind' };
export type News =
  | { news: 'listening'; port: number; at: number }
  | { news: 'submitted'; phone: string; at: number }
  | { news: 'taking'; at: number };

const systemError = { command_status: 0x08 };

/**
 * An SMSC in a process of its own, so that it can be killed: the package `smpp`, told by its parent how
 * to behave. It listens on the port that its argument names, 0 for any.
 */
let mood: Mood = 'takes';
let answerAfterMs = 10;
let lastId = 0;
const sessions = new Set<PeerSession>();

const tell = (news: News) => void process.send?.(news);

const take = (session: PeerSession, pdu: PeerPdu & { destination_addr: string }): void => {
  if (mood !== 'fails') {
    tell({ news: 'submitted', phone: pdu.destination_addr, at: Date.now() });
  }
  if (mood === 'holds') return;
  lastId += 1;
  const fields = mood === 'fails' ? systemError : { message_id: `${process.pid}-${lastId}` };
  setTimeout(() => session.send(pdu.response(fields)), answerAfterMs);
};

const server = smpp.createServer({}, (session) => {
  sessions.add(session);
  session.socket.setNoDelay(true);
  session.on('error', () => session.destroy());
  session.on('close', () => sessions.delete(session));
  session.on('submit_sm', (pdu: PeerPdu) => take(session, pdu));
  for (const command of ['bind_transceiver', 'enquire_link', 'unbind']) {
    session.on(command, (pdu: PeerPdu) => session.send(pdu.response()));
  }
});

process.on('message', (order: Order) => {
  switch (order.order) {
    case 'mood':
      mood = order.mood;
      if (mood === 'takes') tell({ news: 'taking', at: Date.now() });
      return;
    case 'answer after':
      answerAfterMs = order.ms;
      return;
    default:
      for (const session of sessions) {
        if (order.order === 'drop') session.destroy();
        else session.unbind();
      }
      mood = 'takes';
      tell({ news: 'taking', at: Date.now() });
  }
});
process.on('disconnect', () => process.exit());

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  tell({ news: 'listening', port: (server.address() as AddressInfo).port, at: Date.now() });
});
