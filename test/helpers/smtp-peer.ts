import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail as it came over the wire. */
export type ReceivedMail = { from: string; to: string; content: string };

export type SmtpPeer = {
  url: string;
  /** The oldest mail that was not taken yet, as soon as there is one. */
  nextMail: () => Promise<ReceivedMail>;
  /** How many mails nobody has taken. */
  waiting: () => number;
  close: () => Promise<void>;
};

/** The least that a mail server may say (RFC 5321): takes every mail and keeps it. */
export async function startSmtpPeer(): Promise<SmtpPeer> {
  const mails: ReceivedMail[] = [];
  const arrivals = new EventEmitter();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    receive(socket, (mail) => {
      mails.push(mail);
      arrivals.emit('mail');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    nextMail: async () => {
      while (mails.length === 0) await once(arrivals, 'mail');
      return mails.shift() as ReceivedMail;
    },
    waiting: () => mails.length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function receive(socket: Socket, take: (mail: ReceivedMail) => void): void {
  let mail: ReceivedMail = { from: '', to: '', content: '' };
  let received = '';
  let isContent = false;
  const say = (line: string) => socket.write(`${line}\r\n`);

  const takeLine = (line: string) => {
    if (isContent) {
      isContent = line !== '.';
      if (isContent) mail.content += `${line}\n`;
      else {
        take(mail);
        mail = { from: '', to: '', content: '' };
        say('250 taken');
      }
      return;
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'MAIL') mail.from = addressIn(line);
    if (verb === 'RCPT') mail.to = addressIn(line);
    isContent = verb === 'DATA';
    say(isContent ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 well');
  };

  say('220 peer');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (received + chunk).split('\r\n');
    received = lines.pop() ?? '';
    lines.forEach(takeLine);
  });
}

function addressIn(line: string): string {
  return /<(.*?)>/.exec(line)?.[1] ?? '';
}
