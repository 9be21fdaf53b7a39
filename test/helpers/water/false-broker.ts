import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';

/** A network between boards and a broker that reads all, and puts in messages of its own. */
export type FalseBroker = {
  port: number;
  /** What boards have published, and what they were sent, by topic. */
  published: IPublishPacket[];
  sent: IPublishPacket[];
  /** What is put in before the next acknowledgements of a board's messages. */
  forge: (messages: { topic: string; payload: string }[]) => void;
  stop: () => Promise<void>;
};

/** Starts one before the broker at a port; it speaks MQTT 3.1.1. */
export async function startFalseBroker(target: number): Promise<FalseBroker> {
  const published: IPublishPacket[] = [];
  const sent: IPublishPacket[] = [];
  let forged: { topic: string; payload: string }[] = [];
  const sockets = new Set<Socket>();

  const pass = (from: Socket, to: Socket, seen: (packet: Packet) => void): void => {
    const parse = parser({ protocolVersion: 4 });
    parse.on('packet', (packet) => {
      seen(packet);
      to.write(generate(packet, { protocolVersion: 4 }));
    });
    from.on('data', (data) => parse.parse(data));
    from.on('close', () => to.destroy()).on('error', () => {});
    sockets.add(from);
  };
  const server = createServer((board) => {
    const right = connect(target, '127.0.0.1');
    pass(board, right, (packet) => {
      if (packet.cmd === 'publish') published.push(packet);
    });
    pass(right, board, (packet) => {
      if (packet.cmd === 'publish') sent.push(packet);
      const next = packet.cmd === 'puback' ? forged.shift() : undefined;
      if (!next) return;
      const message = { cmd: 'publish', qos: 0, dup: false, retain: false, ...next } as const;
      board.write(generate(message, { protocolVersion: 4 }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    published,
    sent,
    forge: (messages) => {
      forged = [...messages];
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
