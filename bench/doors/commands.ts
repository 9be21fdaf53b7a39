import { once } from 'node:events';
import { join } from 'node:path';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { median, quantile, report } from '../lib/figures.ts';
import { formsOf, registerFleet } from '../lib/load/fleet.ts';
import { push } from '../lib/load/push-load.ts';
import { startPostgres } from '../lib/postgres.ts';
import { type Served, serveKisima } from '../lib/processes.ts';
import { signIn } from './mqtt-load.ts';

/** An owner at a server, and a device of theirs that listens. */
type Way = { url: string; token: string; deviceId: string; device: Device };
type Device = { command: () => Promise<{ id: number; at: number }>; end: () => void };

/** The first ones warm up. */
const warmUps = 50;
const commands = 300;
/** Of one round of load; rounds go on until the commands are through. */
const loadSeconds = 5;
const loadConnections = 64;
const held = 'at most 50 ms';

/**
 * Measures what a command takes from its owner's POST to the socket of its device, which is connected by MQTT: with
 * nothing else to do, beside pushes, and where owner and device are at two processes on one PostgreSQL.
 */
export async function measureCommands(folder: string, ports: readonly [number, number]) {
  const [first, second] = ports;
  const one = await serveKisima(join(folder, 'commands'), { MQTT_PORT: String(first) });
  const fleet = await registerFleet(one.url, 1000);
  await measureOn(one, one, first, fleet);
  await one.stop();

  const database = await startPostgres(join(folder, 'postgres'));
  const env = { DATABASE_URL: database.url, SERVER_SECRET: 's'.repeat(43) };
  const serve = (port: number) =>
    serveKisima(join(folder, `at-${port}`), { ...env, MQTT_PORT: String(port) });
  const [ownersServer, devicesServer] = [await serve(first), await serve(second)];
  const shared = await registerFleet(ownersServer.url, 100);
  await measureOn(ownersServer, devicesServer, second, shared, ' to a second process');
  await ownersServer.stop();
  await devicesServer.stop();
  await database.stop();
}

async function measureOn(
  { url }: Served,
  loaded: Served,
  port: number,
  { token, macs, deviceIds }: Awaited<ReturnType<typeof registerFleet>>,
  where = '',
): Promise<void> {
  const [mac = '', ...others] = macs;
  const device = await listen(port, mac);
  const way = { url, token, deviceId: deviceIds[0] ?? '', device };
  await sendAll(way, warmUps);
  print(`a command${where}, idle server`, await sendAll(way, commands));
  let isThrough = false;
  const load = async (): Promise<number[]> => {
    const rates: number[] = [];
    while (!isThrough) {
      const round = await push(loaded, formsOf(others), loadConnections, loadSeconds);
      rates.push(round.perSecond);
    }
    return rates;
  };
  const loading = load();
  await sendAll(way, warmUps);
  const beside = await sendAll(way, commands);
  isThrough = true;
  const perSecond = median(await loading);
  print(`a command${where}, beside ${perSecond.toFixed(0)} pushes/s`, beside);
  device.end();
}

type Times = { afterSent: number[]; afterAnswered: number[] };

/** Sends commands one after the other, each once the one before has come and was acknowledged. */
async function sendAll({ url, token, deviceId, device }: Way, count: number): Promise<Times> {
  const times: Times = { afterSent: [], afterAnswered: [] };
  for (let sent = 0; sent < count; sent += 1) {
    const arrived = device.command();
    const sentAt = performance.now();
    const response = await fetch(`${url}/api/pump_commands.php?action=send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ device_id: deviceId, sensor_name: 'main', command: 'off' }),
    });
    const answeredAt = performance.now();
    const answer = (await response.json()) as { id: string };
    if (response.status !== 201) throw new Error(JSON.stringify(answer));
    const { id, at } = await arrived;
    if (id !== Number(answer.id)) throw new Error(`command ${id} came in place of ${answer.id}`);
    times.afterSent.push(at - sentAt);
    // It may be there before its owner has the answer.
    times.afterAnswered.push(Math.max(0, at - answeredAt));
  }
  return times;
}

function print(what: string, { afterSent, afterAnswered }: Times): void {
  const both = (times: number[]) =>
    `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)} ms`;
  report(`${what}: after it was sent, median / p99`, both(afterSent), held);
  report('  after its owner was answered', both(afterAnswered), held);
}

/** Connects a device that takes commands and acknowledges each. */
async function listen(port: number, mac: string): Promise<Device> {
  const socket = await signIn(port, mac);
  const parser = mqttPacket.parser({ protocolVersion: 4 });
  const send = (packet: Packet) => socket.write(mqttPacket.generate(packet));
  let arrivedAt = 0;
  let told: (command: { id: number; at: number }) => void = () => {};
  let messageId = 1;
  parser.on('packet', (packet) => {
    if (packet.cmd !== 'publish') return;
    const { command_id: id } = JSON.parse(String(packet.payload)) as { command_id: number };
    send({ cmd: 'puback', messageId: packet.messageId ?? 0 });
    messageId += 1;
    const topic = `kisima/${mac}/acks`;
    const payload = JSON.stringify({ command_id: id });
    send({ cmd: 'publish', topic, payload, messageId, qos: 1, dup: false, retain: false });
    told({ id, at: arrivedAt });
  });
  socket.on('data', (data) => {
    arrivedAt = performance.now();
    parser.parse(data);
  });
  const subscriptions = [{ topic: `kisima/${mac}/commands`, qos: 1 as const }];
  send({ cmd: 'subscribe', messageId, subscriptions });
  await once(socket, 'data');
  return {
    command: () =>
      new Promise((resolve) => {
        told = resolve;
      }),
    end: () => socket.destroy(),
  };
}
