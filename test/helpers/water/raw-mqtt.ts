import { connect as connectSocket, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { awaited } from '../until.ts';

export const hello: Packet = {
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  clientId: 'hostile',
  keepalive: 60,
};
const sockets: Socket[] = [];

/** A client that writes what it likes. */
export async function dial(port: number, ...packets: (Packet | Buffer)[]) {
  return await dialFrom('127.0.0.1', port, ...packets);
}

/** The same from another address of this machine, such as 127.0.0.2. */
export async function dialFrom(
  localAddress: string,
  port: number,
  ...packets: (Packet | Buffer)[]
) {
  const socket = connectSocket({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
  sockets.push(socket);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const parser = mqttPacket.parser({ protocolVersion: 4 });
  const got: string[] = [];
  parser.on('packet', ({ cmd }) => got.push(cmd));
  socket.on('data', (data) => parser.parse(data));
  const send = (packet: Packet | Buffer): void => {
    if (socket.destroyed) return;
    socket.write('cmd' in packet ? mqttPacket.generate(packet) : packet);
  };
  for (const packet of packets) send(packet);
  return { socket, send, got, closed: () => awaited('the end of a connection', closed) };
}
export const hangUp = () => {
  for (const socket of sockets.splice(0)) socket.destroy();
};
