import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSmsc } from 'smpp';

/**
 * An SMSC that answers at once, in a process of its own: the npm package `smpp`, which is none of
 * our code. What it took can be asked over HTTP.
 */
let count = 0;
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
    if (count === 0) firstAt = Date.now();
    count += 1;
    lastId += 1;
    session.send(pdu.response({ message_id: lastId.toString(16) }));
  });
});

smsc.listen(0, '127.0.0.1', () => {
  const { port: smppPort } = smsc.address() as AddressInfo;
  const stats = createServer((request, response) => {
    if (request.method === 'DELETE') count = 0;
    response.end(JSON.stringify({ smpp: smppPort, count, firstAt }));
  });
  stats.listen(0, '127.0.0.1', () => {
    const { port } = stats.address() as AddressInfo;
    console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
  });
});
