import { pumpModes } from '../../simulator/supply.ts';
import type { Reading } from '../../simulator/tank.ts';
import type { TankPlan } from '../../simulator/tank-plan.ts';
import type { ApiAnswer, Send } from './connection.ts';
import { bodyOf, isBusy, listOf } from './send.ts';
import { countBusy, countRefusal, recordLatency, type Tally } from './tally.ts';

/** Outcome of a push; after a failure the reading is kept and pushed again. */
export type PushOutcome = Stored | Refused | { kind: 'failed'; retryAfter: string | null };
export type Stored = { kind: 'stored'; readingId: string; pendingCommands: number };
export type Refused = { kind: 'refused'; status: number; serverTime: number | null };

/** A command of section 4 of the document; a missing field leaves things unchanged. */
export type DeviceCommand = {
  command_id: number;
  sensor_name: string;
  command: TankPlan['control']['mode'];
  turn_on_below: number | null;
  turn_off_above: number | null;
};

type ClientDeps = { send: Send; tally: Tally; stopwatch: () => number };

/** The three direct endpoints (section 4 of the document), as one device uses them. */
export class DeviceClient {
  readonly #deps: ClientDeps;
  readonly #mac: string;
  /** Form text that names the device. */
  readonly #identity: string;

  constructor(deps: ClientDeps, mac: string, apiKey: string | null) {
    this.#deps = deps;
    this.#mac = mac;
    const key = apiKey === null ? {} : { api_key: apiKey };
    this.#identity = new URLSearchParams({ mac_address: mac, ...key }).toString();
  }

  /** Pushes one reading, given as form text without the identity. Never rejects. */
  async push(form: string): Promise<PushOutcome> {
    const { tally, stopwatch } = this.#deps;
    tally.sent += 1;
    const started = stopwatch();
    const answer = await this.#post('/iot_push.php', form);
    if (answer === null) {
      tally.unanswered += 1;
      return { kind: 'failed', retryAfter: null };
    }
    recordLatency(tally, (stopwatch() - started) * 1000);
    if (answer.status === 201) {
      const { id = '', pending_commands: pendingCommands = 0 } = bodyOf<{
        id: string | number;
        pending_commands: number;
      }>(answer);
      return { kind: 'stored', readingId: `${id}`, pendingCommands };
    }
    if (isBusy(answer)) {
      countBusy(tally);
      return { kind: 'failed', retryAfter: answer.retryAfter };
    }
    countRefusal(tally, answer.status);
    return { kind: 'refused', status: answer.status, serverTime: answer.serverTime };
  }

  /** Fetches the pending commands, oldest first; none where the server gave no list. Never rejects. */
  async poll(): Promise<DeviceCommand[]> {
    const { tally } = this.#deps;
    tally.polls += 1;
    const answer = await this.#try({
      method: 'GET',
      path: `/iot_commands.php?${this.#identity}`,
    });
    const given = answer?.status === 200 ? listOf<DeviceCommand>(answer) : [];
    const commands = given.filter(isCommand);
    tally.commandsReceived += commands.length;
    return commands;
  }

  /** Acknowledges a command. If that is lost, it is delivered and obeyed again. */
  async acknowledge(commandId: number): Promise<void> {
    const answer = await this.#post('/iot_ack.php', `command_id=${commandId}`);
    if (answer?.status === 200) this.#deps.tally.commandsAcked += 1;
  }

  #post(path: string, form: string): Promise<ApiAnswer | null> {
    const text = `${this.#identity}&${form}`;
    return this.#try({ method: 'POST', path, body: { type: 'form', text } });
  }

  /** A device treats every missing answer alike. */
  #try(request: Parameters<Send>[0]): Promise<ApiAnswer | null> {
    return this.#deps.send({ ...request, device: this.#mac }).catch(() => null);
  }
}

/** True if a device knows the command. */
function isCommand(given: Partial<DeviceCommand>): given is DeviceCommand {
  return given.command_id !== undefined && pumpModes.some((mode) => mode === given.command);
}

/** A reading as form text (section 4, /iot_push.php); `recordedAt` in epoch milliseconds or null. */
export function pushForm(plan: TankPlan, reading: Reading, recordedAt: number | null): string {
  const form = new URLSearchParams({
    water_level_percent: reading.levelPercent.toFixed(1),
    water_level_cm: reading.levelCm.toFixed(1),
    pump_status: reading.pumpStatus,
    latitude: reading.latitude.toFixed(6),
    longitude: reading.longitude.toFixed(6),
  });
  if (plan.firmware.sendsSensorName) form.set('sensor_name', plan.sensorName);
  if (recordedAt !== null) form.set('recorded_at', new Date(recordedAt).toISOString());
  return form.toString();
}
