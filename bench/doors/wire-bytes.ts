import { once } from 'node:events';
import { connect } from 'node:net';
import { publishPacket, signIn } from './mqtt-load.ts';

/** Bytes of a request and its answer, as a board sends it by hand over a connection that stays open. */
export async function httpBytes(url: string, type: string, path: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!/^HTTP\/1.1 20[01]/.test(answer.toString())) throw new Error(answer.toString());
  // Of a board that reads no more than the status the rest comes all the same.
  const bytes = socket.bytesWritten + answer.length;
  socket.destroy();
  return bytes;
}

/** Bytes of a message and its acknowledgement, on a connection that is open. */
export async function mqttBytes(port: number, mac: string, payload: string): Promise<number> {
  const socket = await signIn(port, mac);
  const packet = publishPacket(mac, payload, 1);
  socket.write(packet);
  const [puback] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return packet.length + puback.length;
}
