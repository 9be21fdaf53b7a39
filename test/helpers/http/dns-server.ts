import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

const typeA = 1;
const typeAaaa = 28;

export type DnsServer = {
  /** As resolvers take it: `127.0.0.1:5353`. */
  address: string;
  /** Names that were asked for, each as often as it was. */
  asked: string[];
  close: () => Promise<void>;
};

/** Addresses by name. An unknown name does not exist, and about one that is `silent` nothing is said. */
export type Zone = Record<string, readonly string[] | 'silent'>;

/** Starts a DNS server (RFC 1035) over UDP. @param zone may change while it runs. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const known = zone[name];
    if (known === 'silent') return;
    const records = (known ?? [])
      .filter((address) => type === (isIPv6(address) ? typeAaaa : typeA))
      .map((address) => writeRecord(type, address));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    // An answer, with recursion; the name does not exist where the last four bits are 3.
    head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Of the name of the question, for a minute. */
function writeRecord(type: number, address: string): Buffer {
  const data =
    type === typeA
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(
          address
            .split(':')
            .map((part) => part.padStart(4, '0'))
            .join(''),
          'hex',
        );
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, data]);
}
