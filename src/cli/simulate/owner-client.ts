import { CommandFailure } from '../command-error.ts';
import type { ApiAnswer, ApiRequest, Send } from './io/http-send.ts';
import { field, listOf, numberField, parseJson, textField } from './io/json.ts';
import type { TankPlan } from './tank/tank-plan.ts';
import { capacityLitres } from './tank/tank-shape.ts';

/** Who owns the fleet. */
export interface Owner {
  email: string;
  password: string;
}

/** The newest reading that the server holds of a tank. */
export interface LatestReading {
  at: number;
  levelPercent: number;
}

/** The bearer endpoints that the owner of a fleet needs; every failure is a CommandFailure. */
export class OwnerClient {
  readonly #send: Send;
  readonly #token: string;

  private constructor(send: Send, token: string) {
    this.#send = send;
    this.#token = token;
  }

  /** Signs in, and registers the account where there is none yet. */
  static async open(send: Send, owner: Owner): Promise<OwnerClient> {
    const login = await send(jsonRequest('POST', '/api/auth.php?action=login', owner));
    if (login.status === 200) return new OwnerClient(send, tokenOf(login));
    const account = { ...owner, full_name: 'Kisima simulation' };
    const registered = await send(jsonRequest('POST', '/api/auth.php?action=register', account));
    if (registered.status === 201) return new OwnerClient(send, tokenOf(registered));
    throw new CommandFailure(
      `cannot sign in as ${owner.email} (${explain(login)}), nor register it (${explain(registered)})`,
    );
  }

  /** Registers a device with its name and its sensor's configuration; its id. */
  async enrol(plan: TankPlan): Promise<string> {
    const mac = plan.mac;
    const registered = await this.#call('POST', '/api/devices.php?action=register', {
      mac_or_serial: mac,
    });
    const deviceId = textField(registered, 'id');
    if (deviceId === undefined) throw new CommandFailure(`device ${mac} came back without an id`);
    await this.#call('PUT', '/api/devices.php?action=update-name', {
      mac_or_serial: mac,
      device_name: plan.deviceName,
    });
    await this.#call('POST', '/api/sensor_configs.php?action=save', {
      device_id: deviceId,
      sensor_name: plan.sensorName,
      capacity: Math.round(capacityLitres(plan.shape)),
      high_threshold: plan.thresholds.high,
      low_threshold: plan.thresholds.low,
    });
    return deviceId;
  }

  async apiKey(deviceId: string): Promise<string | null> {
    const answer = await this.#call('POST', '/api/devices.php?action=api-key', {
      device_id: deviceId,
    });
    return textField(answer, 'api_key') ?? null;
  }

  /** The newest reading of a sensor; null where it has none. */
  async latestReading(deviceId: string, sensorName: string): Promise<LatestReading | null> {
    const path = `/api/sensors.php?action=latest&device_id=${encodeURIComponent(deviceId)}`;
    for (const reading of listOf(await this.#call('GET', path))) {
      const levelPercent = numberField(reading, 'level');
      const at = Date.parse(textField(reading, 'recorded_at') ?? '');
      const isOurs = field(reading, 'sensor_name') === sensorName;
      if (isOurs && levelPercent !== undefined && !Number.isNaN(at)) return { at, levelPercent };
    }
    return null;
  }

  async #call(method: ApiRequest['method'], path: string, body?: object): Promise<unknown> {
    const answer = await this.#send({ ...jsonRequest(method, path, body), token: this.#token });
    if (answer.status !== 200 && answer.status !== 201) {
      const hint =
        answer.status === 409 ? '; another account has this device, choose another --seed' : '';
      throw new CommandFailure(`${method} ${path} was refused: ${explain(answer)}${hint}`);
    }
    return parseJson(answer.text);
  }
}

function jsonRequest(method: ApiRequest['method'], path: string, body?: object): ApiRequest {
  return body === undefined
    ? { method, path }
    : { method, path, body: { type: 'json', text: JSON.stringify(body) } };
}

function tokenOf(answer: ApiAnswer): string {
  const token = textField(parseJson(answer.text), 'token');
  if (token === undefined) throw new CommandFailure('the server signed in without a token');
  return token;
}

function explain(answer: ApiAnswer): string {
  const error = textField(parseJson(answer.text), 'error');
  return error === undefined ? `${answer.status}` : `${answer.status} ${error}`;
}
