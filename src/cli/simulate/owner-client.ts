import { CommandFailure } from '../command-error.ts';
import type { ApiAnswer, ApiRequest, Send } from './io/http-send.ts';
import { field, listOf, numberField, parseJson, textField } from './io/json.ts';
import type { TankPlan } from './tank/tank-plan.ts';
import { capacityLitres } from './tank/tank-shape.ts';

/** What a page of the list of devices holds at most. */
const PAGE = 500;

/** Signs the owners of a fleet in: the account, and as many more as asked for (`a-2@…`, `a-3@…`). */
export async function openOwners(
  send: Send,
  { email, password, accounts }: { email: string; password: string; accounts: number },
): Promise<OwnerClient[]> {
  const owners: OwnerClient[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    const own = number === 1 ? email : email.replace(/@/, `-${number}@`);
    owners.push(await OwnerClient.open(send, { email: own, password }));
  }
  return owners;
}

/** The bearer endpoints that the owner of a fleet needs; every failure is a CommandFailure. */
export class OwnerClient {
  readonly #send: Send;
  readonly #token: string;
  /** Ids of the devices that are registered, by MAC and name. */
  readonly #known = new Map<string, string>();

  private constructor(send: Send, token: string) {
    this.#send = send;
    this.#token = token;
  }

  /** Signs in, and registers the account where there is none yet. */
  static async open(
    send: Send,
    { email, password }: { email: string; password: string },
  ): Promise<OwnerClient> {
    const owner = { email, password };
    const login = await send(jsonRequest('POST', '/api/auth.php?action=login', owner));
    if (login.status === 200) {
      const known = new OwnerClient(send, tokenOf(login));
      await known.#readDevices();
      return known;
    }
    const account = { ...owner, full_name: 'Kisima simulation' };
    const registered = await send(jsonRequest('POST', '/api/auth.php?action=register', account));
    if (registered.status === 201) return new OwnerClient(send, tokenOf(registered));
    throw new CommandFailure(
      `cannot sign in as ${email} (${explain(login)}), nor register it (${explain(registered)})`,
    );
  }

  /**
   * Registers a device with its sensor's configuration and its name; its id. The name comes last: a
   * device that has it is complete.
   */
  async enrol({ mac, deviceName, sensorName, shape, thresholds }: TankPlan): Promise<string> {
    const known = this.#known.get(`${mac} ${deviceName}`);
    if (known !== undefined) return known;
    const registered = await this.#call('POST', '/api/devices.php?action=register', {
      mac_or_serial: mac,
    });
    const deviceId = textField(registered, 'id');
    if (deviceId === undefined) throw new CommandFailure(`device ${mac} came back without an id`);
    await this.#call('POST', '/api/sensor_configs.php?action=save', {
      device_id: deviceId,
      sensor_name: sensorName,
      capacity: Math.round(capacityLitres(shape)),
      high_threshold: thresholds.high,
      low_threshold: thresholds.low,
    });
    await this.#call('PUT', '/api/devices.php?action=update-name', {
      mac_or_serial: mac,
      device_name: deviceName,
    });
    return deviceId;
  }

  async #readDevices(): Promise<void> {
    let after = '0';
    for (let isMore = true; isMore; ) {
      const path = `/api/devices.php?action=list&limit=${PAGE}&after=${after}`;
      const page = listOf(await this.#call('GET', path));
      for (const device of page) {
        after = textField(device, 'id') ?? after;
        const [mac, name] = [textField(device, 'mac_or_serial'), textField(device, 'device_name')];
        this.#known.set(`${mac} ${name}`, after);
      }
      isMore = page.length === PAGE;
    }
  }

  async apiKey(deviceId: string): Promise<string | null> {
    const answer = await this.#call('POST', '/api/devices.php?action=api-key', {
      device_id: deviceId,
    });
    return textField(answer, 'api_key') ?? null;
  }

  async latestReading(
    deviceId: string,
    sensorName: string,
  ): Promise<{ at: number; levelPercent: number } | null> {
    const path = `/api/sensors.php?action=latest&device_id=${encodeURIComponent(deviceId)}`;
    const sensors = listOf(await this.#call('GET', path));
    const reading = sensors.find((sensor) => field(sensor, 'sensor_name') === sensorName);
    const levelPercent = numberField(reading, 'level');
    const at = Date.parse(textField(reading, 'recorded_at') ?? '');
    return levelPercent === undefined || Number.isNaN(at) ? null : { at, levelPercent };
  }

  async #call(method: ApiRequest['method'], path: string, body?: object): Promise<unknown> {
    const answer = await this.#send({ ...jsonRequest(method, path, body), token: this.#token });
    if (answer.status === 200 || answer.status === 201) return parseJson(answer.text);
    const hint =
      answer.status === 409 ? '; another account has this device, choose another --seed' : '';
    throw new CommandFailure(`${method} ${path} was refused: ${explain(answer)}${hint}`);
  }
}

function jsonRequest(method: ApiRequest['method'], path: string, body?: object): ApiRequest {
  return { method, path, ...(body && { body: { type: 'json', text: JSON.stringify(body) } }) };
}

function tokenOf(answer: ApiAnswer): string {
  const token = textField(parseJson(answer.text), 'token');
  if (token === undefined) throw new CommandFailure('the server signed in without a token');
  return token;
}

function explain({ status, text }: ApiAnswer): string {
  return `${status} ${textField(parseJson(text), 'error') ?? ''}`.trimEnd();
}
