import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { createArrivals } from './arrivals.ts';

/** A mail as it came over the wire. */
export type ReceivedMail = { from: string; to: string; content: string };

export type SmtpPeer = {
  url: string;
  /** The oldest mail that was not taken yet, as soon as there is one. */
  nextMail: () => Promise<ReceivedMail>;
  /** Mails that nobody has taken. */
  waiting: () => number;
  /** Has it refuse each mail for good, or take them again. */
  refuse: (isRefusing: boolean) => void;
  close: () => Promise<void>;
};

/** A mail server that takes every mail and keeps it. @param onMail called before a mail is answered. */
export async function startSmtpPeer(onMail: () => void = () => {}): Promise<SmtpPeer> {
  let isRefusing = false;
  const mails = createArrivals<ReceivedMail>('a mail');
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const from = mailFrom ? mailFrom.address : '';
      const to = rcptTo.map(({ address }) => address).join(', ');
      const content = await text(stream).catch(() => undefined);
      // Its sender was killed in the middle of it.
      if (content === undefined) return;
      if (isRefusing) return done(Object.assign(new Error('no such box'), { responseCode: 550 }));
      onMail();
      done();
      mails.add({ from, to, content });
    },
  });
  // A connection that its client's death has reset.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    nextMail: mails.next,
    waiting: mails.waiting,
    refuse: (next) => {
      isRefusing = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
