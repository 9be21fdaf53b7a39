import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Arrivals, createArrivals } from '../http/arrivals.ts';

/** A peer that takes any bind, and afterwards sends only what it is told to. */
export type HostileSmsc = {
  port: number;
  /** The oldest connection nobody has taken, once it is bound. */
  nextBound: () => Promise<HostileSession>;
  close: () => Promise<void>;
};

export type HostileSession = {
  send: (chunk: Uint8Array) => void;
  /** Waits until the client has sent a PDU of that command; resolves with its number. */
  heard: (commandId: number) => Promise<number>;
  isClosed: () => boolean;
  stopReading: () => void;
};

const bindTransceiver = 0x09;
const bindTransceiverResp = 0x8000_0009;

/** A PDU of any command, the body as it is given and the length true. */
export function rawPdu(
  id: number,
  status: number,
  sequence: number,
  body: Uint8Array = new Uint8Array(),
) {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(16 + body.length, 0);
  header.writeUInt32BE(id, 4);
  header.writeUInt32BE(status, 8);
  header.writeUInt32BE(sequence, 12);
  return Buffer.concat([header, body]);
}

export async function startHostileSmsc(): Promise<HostileSmsc> {
  const bound = createArrivals<HostileSession>('a session');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    const session = takeConnection(socket);
    void session.heard(bindTransceiver).then((sequence) => {
      session.send(rawPdu(bindTransceiverResp, 0, sequence, Buffer.from('SMSC\0')));
      bound.add(session);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    nextBound: bound.next,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function takeConnection(socket: Socket): HostileSession {
  const heard = new Map<number, Arrivals<number>>();
  const arrivalsOf = (id: number) => {
    const known = heard.get(id) ?? createArrivals<number>(`PDU ${id}`);
    heard.set(id, known);
    return known;
  };
  let unread = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 16 && unread.length >= unread.readUInt32BE(0)) {
      arrivalsOf(unread.readUInt32BE(4)).add(unread.readUInt32BE(12));
      unread = unread.subarray(unread.readUInt32BE(0));
    }
  });
  return {
    send: (chunk) => {
      if (socket.writable) socket.write(chunk);
    },
    heard: (id) => arrivalsOf(id).nextIfAny(),
    isClosed: () => socket.destroyed || socket.readableEnded,
    stopReading: () => socket.pause(),
  };
}
