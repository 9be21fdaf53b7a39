import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** CONNACK of MQTT 3.1.1 for a protocol version that is not spoken (section 3.2.2.3). */
const wrongVersion = Buffer.from([0x20, 2, 0, 1]);

/**
 * Makes a broker out of one at a port that speaks MQTT 3.1.1 alone: a CONNECT of another version is answered as
 * such brokers do, and hung up on.
 */
export async function startOldBroker(target: number) {
  const sockets = new Set<Socket>();
  let [refused, passed] = [0, 0];
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', (first) => {
      // After the length of the rest comes the name of the protocol, `MQTT`, and its version.
      const version = first[first.indexOf('MQTT') + 4];
      if (version !== 4) {
        refused += 1;
        client.end(wrongVersion);
        return;
      }
      passed += 1;
      const right = connect(target, '127.0.0.1').on('error', () => client.destroy());
      sockets.add(right);
      right.write(first);
      client.pipe(right).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => refused,
    passed: () => passed,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
