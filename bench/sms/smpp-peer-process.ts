import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSmsc, type Submitted } from 'smpp';

/**
 * An SMSC that answers at once, in a process of its own: the npm package `smpp`, which is none of
 * our code. What it took can be asked over HTTP. With `PEER_PER_SECOND` it takes so many in each second of
 * its clock, and throttles what is beyond.
 */
const perSecond = Number(process.env['PEER_PER_SECOND'] ?? Number.POSITIVE_INFINITY);
let count = 0;
let throttled = 0;
/** Messages that came again with the number and text of one that was taken. */
let copies = 0;
const taken = new Set<string>();
let second = 0;
let inSecond = 0;
/** Goes on when the count begins anew: an id is given once. */
let lastId = 0;
let firstAt = 0;

const smsc = createSmsc((session) => {
  session.on('error', () => session.close());
  // Else an answer waits until the one before it has been acknowledged, and is none at once.
  session.socket.setNoDelay(true);
  session.on('bind_transceiver', (pdu) => session.send(pdu.response({ system_id: 'peer' })));
  session.on('enquire_link', (pdu) => session.send(pdu.response()));
  session.on('unbind', (pdu) => {
    session.send(pdu.response());
    session.close();
  });
  session.on('submit_sm', (pdu) => {
    if (isTooMuch()) {
      throttled += 1;
      session.send(pdu.response({ command_status: 0x58 }));
      return;
    }
    noteCopy(pdu);
    if (count === 0) firstAt = Date.now();
    count += 1;
    lastId += 1;
    session.send(pdu.response({ message_id: lastId.toString(16) }));
  });
});

function isTooMuch(): boolean {
  if (perSecond === Number.POSITIVE_INFINITY) return false;
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) inSecond = 0;
  second = now;
  inSecond += 1;
  return inSecond > perSecond;
}

function noteCopy({ destination_addr: to, short_message: text }: Submitted): void {
  if (perSecond === Number.POSITIVE_INFINITY) return;
  const key = `${to} ${text.message}`;
  if (taken.has(key)) copies += 1;
  taken.add(key);
}

smsc.listen(0, '127.0.0.1', () => {
  const { port: smppPort } = smsc.address() as AddressInfo;
  const stats = createServer((request, response) => {
    if (request.method === 'DELETE') count = 0;
    response.end(JSON.stringify({ smpp: smppPort, count, firstAt, throttled, copies }));
  });
  stats.listen(0, '127.0.0.1', () => {
    const { port } = stats.address() as AddressInfo;
    console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
  });
});
