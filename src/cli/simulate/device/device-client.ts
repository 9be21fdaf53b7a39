import type { ApiAnswer, Send } from '../io/http-send.ts';
import { field, listOf, numberField, parseJson, textField } from '../io/json.ts';
import { countBusy, countRefusal, recordLatency, type Tally } from '../tally.ts';
import { PUMP_MODES, type PumpMode } from '../tank/supply.ts';

/** What became of a push; where it failed, the reading is kept and pushed again. */
export type PushOutcome = Stored | Refused | { kind: 'failed'; retryAfter: string | null };
export type Stored = { kind: 'stored'; readingId: string; pendingCommands: number };
export type Refused = { kind: 'refused'; status: number; serverTime: number | null };

export interface DeviceCommand {
  id: string;
  sensorName: string;
  mode: PumpMode;
  turnOnBelow: number | undefined;
  turnOffAbove: number | undefined;
}

interface ClientDeps {
  send: Send;
  tally: Tally;
  stopwatch: () => number;
}

/** The three direct endpoints (section 4 of the document), as one device uses them. */
export class DeviceClient {
  readonly #deps: ClientDeps;
  readonly #device: string;
  readonly #identity: string;

  /** `identity` is the form text that names the device: mac_address and, maybe, api_key. */
  constructor(deps: ClientDeps, device: string, identity: string) {
    this.#deps = deps;
    this.#device = device;
    this.#identity = identity;
  }

  get #tally(): Tally {
    return this.#deps.tally;
  }

  /** Pushes one reading, given as form text without the identity. Never rejects. */
  async push(form: string): Promise<PushOutcome> {
    this.#tally.sent += 1;
    const started = this.#deps.stopwatch();
    const answer = await this.#post('/iot_push.php', form);
    if (answer === null) {
      this.#tally.unanswered += 1;
      return { kind: 'failed', retryAfter: null };
    }
    recordLatency(this.#tally, (this.#deps.stopwatch() - started) * 1000);
    return this.#judge(answer);
  }

  /** The pending commands, oldest first; none where the server gave no list. Never rejects. */
  async poll(): Promise<DeviceCommand[]> {
    this.#tally.polls += 1;
    const path = `/iot_commands.php?${this.#identity}`;
    const answer = await this.#try({ method: 'GET', path });
    const commands = answer?.status === 200 ? readCommands(answer.text) : [];
    this.#tally.commandsReceived += commands.length;
    return commands;
  }

  /** Tells the server that a command was obeyed. Unheard, it is delivered and obeyed again. */
  async acknowledge(commandId: string): Promise<void> {
    const answer = await this.#post('/iot_ack.php', `command_id=${encodeURIComponent(commandId)}`);
    if (answer?.status === 200) this.#tally.commandsAcked += 1;
  }

  #judge(answer: ApiAnswer): PushOutcome {
    if (answer.status === 201) {
      const body = parseJson(answer.text);
      return {
        kind: 'stored',
        readingId: textField(body, 'id') ?? '',
        pendingCommands: numberField(body, 'pending_commands') ?? 0,
      };
    }
    if (answer.status === 429 || answer.status >= 500) {
      countBusy(this.#tally);
      return { kind: 'failed', retryAfter: answer.retryAfter };
    }
    countRefusal(this.#tally, answer.status);
    return { kind: 'refused', status: answer.status, serverTime: answer.serverTime };
  }

  #post(path: string, form: string): Promise<ApiAnswer | null> {
    const text = `${this.#identity}&${form}`;
    return this.#try({ method: 'POST', path, body: { type: 'form', text } });
  }

  /** To a device every way of not getting an answer is the same silence. */
  async #try(request: Parameters<Send>[0]): Promise<ApiAnswer | null> {
    try {
      return await this.#deps.send({ ...request, device: this.#device });
    } catch {
      return null;
    }
  }
}

function readCommands(text: string): DeviceCommand[] {
  return listOf(parseJson(text)).flatMap((entry) => {
    const id = textField(entry, 'command_id') ?? textField(entry, 'id');
    const mode = PUMP_MODES.find((known) => known === field(entry, 'command'));
    if (id === undefined || mode === undefined) return [];
    return {
      id,
      mode,
      sensorName: textField(entry, 'sensor_name') ?? '',
      turnOnBelow: numberField(entry, 'turn_on_below'),
      turnOffAbove: numberField(entry, 'turn_off_above'),
    };
  });
}
