import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Item = { id: string; hex: string; fPort: number; confirmed: boolean; expiresAt?: string };
type Asked = { method: string; path: string; key: string };
type ChirpstackItem = { data: string; fPort: number; confirmed: boolean; expiresAt: string };
type TtsDownlink = {
  frm_payload: string;
  f_port: number;
  confirmed: boolean;
  correlation_ids: string[];
};

/** A network server's API for downlinks, as ChirpStack 4 and The Things Stack 3 document theirs. */
export type NetworkServer = {
  url: string;
  /** Every call, as it came. */
  asked: Asked[];
  /** The queue of a device, by what its path calls it. */
  queueOf: (device: string) => Item[];
  /** Empties the queue of a device, as at the beginning of a new session. */
  empty: (device: string) => void;
  /** Status of all answers from now on; 200 by default. */
  answerWith: (status: number) => void;
  /** Status of all answers about one device from now on, by what its path calls it. */
  answerFor: (device: string, status: number) => void;
  /** Holds all answers from now on until then. */
  answerAfter: (moment: Promise<void>) => void;
  close: () => Promise<void>;
};

export async function startNetworkServer(): Promise<NetworkServer> {
  const asked: Asked[] = [];
  const queues = new Map<string, Item[]>();
  const statuses = new Map<string, number>();
  let status = 200;
  let moment = Promise.resolve();

  const chirpstack = (method: string, device: string, sent: { queueItem: ChirpstackItem }) => {
    if (method === 'DELETE') {
      queues.set(device, []);
      return {};
    }
    const { data, ...rest } = sent.queueItem;
    const id = randomUUID();
    queues.get(device)?.push({ id, hex: Buffer.from(data, 'base64').toString('hex'), ...rest });
    return { id };
  };
  const tts = (device: string, { downlinks }: { downlinks: TtsDownlink[] }) => {
    const items = downlinks.map(
      ({ frm_payload, f_port, confirmed, correlation_ids: [id = ''] }) => ({
        id,
        fPort: f_port,
        confirmed,
        hex: Buffer.from(frm_payload, 'base64').toString('hex'),
      }),
    );
    queues.set(device, items);
    return {};
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { method = '', url: path = '', headers } = request;
    const key = String(headers['grpc-metadata-authorization'] ?? headers.authorization ?? '');
    asked.push({ method, path, key });
    await moment;
    const sent = text === '' ? {} : JSON.parse(text);
    const [, devEui] = /^\/api\/devices\/([0-9a-f]{16})\/queue$/.exec(path) ?? [];
    const [, device] =
      /^\/api\/v3\/as\/applications\/tanks\/webhooks\/kisima\/devices\/([^/]+)\/down\/replace$/.exec(
        path,
      ) ?? [];
    let answer: object = { code: 5, message: 'Not Found' };
    let code = 404;
    const given = statuses.get(devEui ?? device ?? '') ?? status;
    if (given !== 200) code = given;
    else if (devEui || (device && method === 'POST')) {
      code = 200;
      answer = devEui ? chirpstack(method, devEui, sent) : tts(device ?? '', sent);
    }
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    queueOf: (device) => queues.get(device) ?? [],
    empty: (device) => void queues.delete(device),
    answerWith: (code) => {
      status = code;
    },
    answerFor: (device, code) => void statuses.set(device, code),
    answerAfter: (given) => {
      moment = given;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
