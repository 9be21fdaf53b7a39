import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { decodePdu } from '../../../src/sms/providers/smpp/pdu/decode-pdu.ts';
import { encodePdu } from '../../../src/sms/providers/smpp/pdu/encode-pdu.ts';
import { Framer } from '../../../src/sms/providers/smpp/pdu/framer.ts';
import type { Pdu, ShortMessage } from '../../../src/sms/providers/smpp/pdu/pdu.ts';

export type InstantSmsc = {
  port: number;
  /** Ends every session, as a peer that dies would. */
  close: () => Promise<void>;
};

/**
 * An SMSC that accepts everything at once. It answers all that one chunk brought in one write, so
 * that it is never what a measurement measures.
 * @param onSubmit is told of every message, and of the session it came by, before it is answered.
 */
export async function startInstantSmsc(
  onSubmit: (message: ShortMessage, session: Socket) => void,
): Promise<InstantSmsc> {
  const sockets = new Set<Socket>();
  let lastId = 0;
  const answer = (frame: Buffer, session: Socket): Buffer | undefined => {
    const pdu = decodePdu(frame);
    const { sequence } = pdu;
    switch (pdu.command) {
      case 'submit_sm':
        onSubmit(pdu, session);
        lastId += 1;
        return reply({ command: 'submit_sm_resp', sequence, messageId: lastId.toString(16) });
      case 'bind_transceiver':
        return reply({ command: 'bind_transceiver_resp', sequence, systemId: 'instant' });
      case 'enquire_link':
        return reply({ command: 'enquire_link_resp', sequence });
      case 'unbind':
        return reply({ command: 'unbind_resp', sequence });
      default:
        return undefined;
    }
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    let answers: Buffer[] = [];
    const framer = new Framer((frame) => {
      const given = answer(frame, socket);
      if (given) answers.push(given);
    });
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      framer.push(chunk);
      socket.write(Buffer.concat(answers));
      answers = [];
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Answer = Pdu extends infer P ? (P extends Pdu ? Omit<P, 'status'> : never) : never;

function reply(pdu: Answer): Buffer {
  return encodePdu({ ...pdu, status: 0 } as Pdu);
}
