import { createRandom, type Random } from '../../src/simulator/random.ts';
import { openPushLine, type PushLine } from '../helpers/http/push-line.ts';
import type { TestServer } from '../helpers/server/test-server.ts';
import type { ScenarioTank } from './world/tank.ts';

/** Share of a device's calls of which it never gets the answer; half of them never arrived. */
const lostShare = 0.05;
/** Readings that a device keeps until they are answered. */
const kept = 12;

export type Device = {
  id: string;
  /** Reads, pushes, polls and acknowledges, as far as the tank's faults let it. */
  call: (at: number) => Promise<void>;
  /** Answered pushes. */
  pushes: () => number;
  close: () => void;
};

type DeviceOptions = {
  seed: number;
  server: TestServer;
  tank: ScenarioTank;
  id: string;
  mac: string;
  place: { latitude: number; longitude: number };
};

type Form = Record<string, string | number>;
type Command = { command_id: number; command: string };

/** Firmware as it is: it repeats what was not answered, and carries out no command twice. */
export function createDevice({ seed, server, tank, id, mac, place }: DeviceOptions): Device {
  const random = createRandom(seed, tank.index, 'radio losses');
  const executed = new Set<number>();
  let line: PushLine | undefined;
  let unanswered: Form[] = [];
  let pending = 0;
  let pushes = 0;

  const push = async (form: Form) => {
    if (!line || line.isGone()) line = openPushLine(server.url);
    const { status, text } = await line.push(form);
    // A time that cannot be is refused until the clock is known; the board drops what was refused.
    if (status === 400 && text.includes('recorded_at')) return { pending_commands: pending };
    if (status !== 201) throw new Error(`a push was answered ${status}: ${text}`);
    return JSON.parse(text) as { pending_commands: number };
  };

  /** Posts a form as often as the board does. @returns undefined where it knows of no answer. */
  const post = async (form: Form) => {
    let known: { pending_commands: number } | undefined;
    for (let copy = 0; copy < tank.board.copies; copy++) {
      known = (await loseSome(random, () => push(form))) ?? known;
    }
    return known;
  };

  const pushKept = async () => {
    const forms = unanswered;
    unanswered = [];
    for (const form of forms) {
      const answer = (await post(form)) ?? (hasTime(form) ? undefined : await post(form));
      if (!answer) {
        if (hasTime(form)) unanswered.push(form);
        continue;
      }
      pending = answer.pending_commands;
      pushes += 1;
    }
  };

  const pollCommands = async (at: number) => {
    const answer = await loseSome(random, () =>
      server.request('GET', `/iot_commands.php?mac_address=${encodeURIComponent(mac)}`),
    );
    if (!answer) return;
    if (answer.status !== 200) throw new Error(`a poll was answered ${answer.status}`);
    for (const { command_id, command } of answer.body as Command[]) {
      if (!executed.has(command_id)) tank.obey(command, at);
      executed.add(command_id);
      const form = { mac_address: mac, command_id };
      const acked = await loseSome(random, () => server.request('POST', '/iot_ack.php', { form }));
      // 404: it was acknowledged before, or superseded meanwhile.
      if (acked && acked.status !== 200 && acked.status !== 404) {
        throw new Error(`an acknowledgement was answered ${acked.status}`);
      }
    }
  };

  return {
    id,
    pushes: () => pushes,
    close: () => line?.close(),
    call: async (at) => {
      if (tank.isActive('silent', at) || tank.isActive('outage', at)) {
        unanswered = [];
        return;
      }
      if (!tank.board.isAwake(at)) return;
      const reading = tank.read(at);
      if (tank.board.sends(reading.water_level_percent, at)) {
        const said = tank.clock.say(at);
        const recorded = said === undefined ? {} : { recorded_at: new Date(said).toISOString() };
        unanswered.push({ mac_address: mac, ...recorded, ...place, ...reading });
        unanswered = unanswered.slice(-kept);
      } else if (unanswered.length === 0) return;
      await pushKept();
      if (pending === 0) return;
      if (tank.isActive('unanswered', at)) tank.show('unanswered', at);
      else await pollCommands(at);
    },
  };
}

/** What says no time is of now: it is tried again at once, and not kept. */
function hasTime(form: Form): boolean {
  return form['recorded_at'] !== undefined;
}

/** @returns undefined where the call or its answer was lost. */
async function loseSome<T>(random: Random, call: () => Promise<T>): Promise<T | undefined> {
  if (random() < lostShare / 2) return undefined;
  const answer = await call();
  return random() < lostShare / 2 ? undefined : answer;
}
