import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { isRefusal, reasonOf } from '../../../kit/refusal.ts';
import { StartError } from '../../../kit/start-error.ts';
import { secondMs } from '../../../kit/time/units.ts';

export type MqttPorts = {
  host: string;
  port: number | undefined;
  tls: { port: number; certFile: string; keyFile: string } | undefined;
};

/** Connections that wait to be taken: a fleet comes back at once after a restart. */
const backlog = 4096;

/** A peer that has gone without a word is found after so long, also where its client asked for no keep-alive. */
const probeMs = 120 * secondMs;

/** Listens for MQTT over TCP and TLS. @returns what ends that; connections that are open go on. */
export async function listenForMqtt(
  { host, port, tls }: MqttPorts,
  accept: (socket: Socket) => void,
  log: Logger,
): Promise<() => Promise<void>> {
  const take = (socket: Socket): void => {
    socket.setKeepAlive(true, probeMs).setNoDelay(true);
    accept(socket);
  };
  const servers: { server: Server; isTls: boolean }[] = [];
  if (port !== undefined) {
    const server = await listen(createServer(take), { host, port, setting: 'MQTT_PORT' });
    servers.push({ server, isTls: false });
  }
  if (tls) {
    const [cert, key] = await Promise.all([
      readPem('MQTT_TLS_CERT_FILE', tls.certFile),
      readPem('MQTT_TLS_KEY_FILE', tls.keyFile),
    ]);
    const server = makeTlsServer({ cert, key });
    server.on('secureConnection', take);
    await listen(server, { host, port: tls.port, setting: 'MQTT_TLS_PORT' });
    servers.push({ server, isTls: true });
  }
  for (const { server, isTls } of servers) {
    const { port } = server.address() as AddressInfo;
    log.info({ port, isTls }, 'mqtt is ready');
  }
  return async () => {
    await Promise.all(servers.map(({ server }) => new Promise((done) => server.close(done))));
  };
}

/** @throws StartError for files that are no certificate and its key. */
function makeTlsServer({ cert, key }: { cert: Buffer; key: Buffer }) {
  try {
    return createTlsServer({ cert, key, handshakeTimeout: 10 * secondMs }).on(
      'tlsClientError',
      () => {},
    );
  } catch (error) {
    throw new StartError(
      `MQTT_TLS_CERT_FILE and MQTT_TLS_KEY_FILE are no certificate and its key: ${reasonOf(error)}`,
    );
  }
}

async function readPem(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StartError(`${setting} names ${path}, which cannot be read: ${reasonOf(error)}`);
  }
}

type Place = { host: string; port: number; setting: string };

/** @throws StartError that names the setting. */
function listen<S extends Server>(server: S, { host, port, setting }: Place): Promise<S> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const reason = isRefusal(error) ? reasonOf(error) : String(error);
      reject(new StartError(`${setting} ${port} cannot be listened on: ${reason}`));
    });
    server.listen({ host, port, backlog }, () => resolve(server));
  });
}
