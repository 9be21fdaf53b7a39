import { CommandFailure } from '../command-error.ts';
import type { ApiAnswer, ApiRequest, Send } from './io/http-send.ts';
import { field, listOf, numberField, parseJson, textField } from './io/json.ts';
import type { TankPlan } from './tank/tank-plan.ts';
import { capacityLitres } from './tank/tank-shape.ts';

/** The bearer endpoints that the owner of a fleet needs; every failure is a CommandFailure. */
export class OwnerClient {
  readonly #send: Send;
  readonly #token: string;

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
    if (login.status === 200) return new OwnerClient(send, tokenOf(login));
    const account = { ...owner, full_name: 'Kisima simulation' };
    const registered = await send(jsonRequest('POST', '/api/auth.php?action=register', account));
    if (registered.status === 201) return new OwnerClient(send, tokenOf(registered));
    throw new CommandFailure(
      `cannot sign in as ${email} (${explain(login)}), nor register it (${explain(registered)})`,
    );
  }

  /** Registers a device with its name and its sensor's configuration; its id. */
  async enrol({ mac, deviceName, sensorName, shape, thresholds }: TankPlan): Promise<string> {
    const registered = await this.#call('POST', '/api/devices.php?action=register', {
      mac_or_serial: mac,
    });
    const deviceId = textField(registered, 'id');
    if (deviceId === undefined) throw new CommandFailure(`device ${mac} came back without an id`);
    await this.#call('PUT', '/api/devices.php?action=update-name', {
      mac_or_serial: mac,
      device_name: deviceName,
    });
    await this.#call('POST', '/api/sensor_configs.php?action=save', {
      device_id: deviceId,
      sensor_name: sensorName,
      capacity: Math.round(capacityLitres(shape)),
      high_threshold: thresholds.high,
      low_threshold: thresholds.low,
    });
    return deviceId;
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
