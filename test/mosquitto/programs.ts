import { type ChildProcess, spawn } from 'node:child_process';
import { access, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { execa } from 'execa';
import { makeTestFolder } from '../helpers/server/test-folder.ts';
import { awaited, until } from '../helpers/until.ts';

/** Programs of Debian, where its packages put them. */
const programs = {
  mosquitto: '/usr/sbin/mosquitto',
  mosquitto_passwd: '/usr/bin/mosquitto_passwd',
  mosquitto_pub: '/usr/bin/mosquitto_pub',
  mosquitto_sub: '/usr/bin/mosquitto_sub',
  python3: '/usr/bin/python3',
};
type Program = keyof typeof programs;

/** Fails with what to install where one of the programs, or paho-mqtt, is not there. */
export async function requirePrograms(): Promise<void> {
  const install = 'apt-get install mosquitto mosquitto-clients python3-paho-mqtt';
  for (const path of Object.values(programs)) {
    await access(path).catch(() => {
      throw new Error(`${path} is missing: ${install}`);
    });
  }
  await run('python3', ['-c', 'import paho.mqtt.client']).catch(() => {
    throw new Error(`paho-mqtt is missing: ${install}`);
  });
}

/** Runs a program to its end. @returns what it wrote; rejects where it fails. */
export async function run(program: Program, args: string[]): Promise<string> {
  const { stdout } = await execa(programs[program], args, { timeout: 60_000 });
  return stdout;
}

/** Listens with `mosquitto_sub` until it has heard so many messages. @returns their lines. */
export function listen(args: string[], count: number): Promise<string[]> {
  const child = spawn(programs.mosquitto_sub, [...args, '-v', '-C', String(count), '-W', '60']);
  return awaited(
    'messages at mosquitto_sub',
    text(child.stdout).then((written) => written.trim().split('\n')),
  );
}

export type Mosquitto = { port: number; stop: () => Promise<void>; start: () => Promise<void> };

/** Users of the broker beside Kisima's own, by their password. */
export type Users = Record<string, string>;

/**
 * Runs a real Mosquitto that confines its clients as docs/mqtt.md has it.
 * @param forBoard topics that a user `board` may read and write, which speaks for several devices.
 */
export async function startMosquitto(users: Users, forBoard: string[] = []): Promise<Mosquitto> {
  const folder = await makeTestFolder('mosquitto');
  const port = await freePort();
  const [config, acl, passwords] = ['mosquitto.conf', 'acl', 'passwords'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(acl, [rules, 'user board', ...forBoard, ''].join('\n'));
  await writeFile(passwords, '');
  for (const [name, password] of Object.entries(users)) {
    await run('mosquitto_passwd', ['-b', passwords, name, password]);
  }
  await writeFile(
    config,
    [
      `listener ${port} 127.0.0.1`,
      ...['allow_anonymous false', `password_file ${passwords}`, `acl_file ${acl}`],
      ...['persistence true', `persistence_location ${folder}/`, 'user root', ''],
    ].join('\n'),
  );
  let child: ChildProcess;
  const start = async () => {
    let written = '';
    child = spawn(programs.mosquitto, ['-c', config, '-v']);
    child.stderr?.on('data', (data) => {
      written += data;
    });
    await until(() => written.includes('running'));
  };
  await start();
  return {
    port,
    start,
    stop: async () => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await awaited('the end of mosquitto', ended);
    },
  };
}

const rules = `user kisima
topic readwrite kisima/#
topic readwrite $share/kisima/#
topic readwrite homeassistant/#

user home
topic readwrite homeassistant/#
topic read kisima/+/state
topic write kisima/+/pump/set

pattern write kisima/%u/readings
pattern write kisima/%u/acks
pattern write kisima/%u/status
pattern read kisima/%u/commands
pattern read kisima/%u/errors
`;

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
