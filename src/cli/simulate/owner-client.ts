import type { TankPlan } from '../../simulator/tank-plan.ts';
import { fullLitres } from '../../water/tank-shapes/litres-at-height.ts';
import { CommandFailure } from '../command-error.ts';
import type { ApiAnswer, ApiRequest, Send } from './connection.ts';
import { bodyOf, listOf } from './send.ts';

/** Most devices in a page of the list. */
const pageSize = 500;

type Account = { email: string; password: string };

/** Signs in the owners of a fleet: the account, and as many more as asked for (`a-2@…`, `a-3@…`). */
export async function openOwners(
  send: Send,
  { email, password, accounts }: Account & { accounts: number },
): Promise<OwnerClient[]> {
  const owners: OwnerClient[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    const own = number === 1 ? email : email.replace(/@/, `-${number}@`);
    owners.push(await openOwner(send, { email: own, password }));
  }
  return owners;
}

/** Signs in, and registers the account where there is none yet. */
async function openOwner(send: Send, account: Account): Promise<OwnerClient> {
  const login = await send(jsonRequest('POST', '/api/auth.php?action=login', account));
  if (login.status === 200) {
    const known = new OwnerClient(send, tokenOf(login));
    await known.readDevices();
    return known;
  }
  const named = { ...account, full_name: 'Kisima simulation' };
  const registered = await send(jsonRequest('POST', '/api/auth.php?action=register', named));
  if (registered.status === 201) return new OwnerClient(send, tokenOf(registered));
  throw new CommandFailure(
    `cannot sign in as ${account.email} (${explain(login)}), nor register it (${explain(registered)})`,
  );
}

/** The bearer endpoints that the owner of a fleet needs; every failure is a CommandFailure. */
export class OwnerClient {
  readonly #send: Send;
  readonly #token: string;
  /** Ids of the registered devices, by MAC and name. */
  readonly #known = new Map<string, string>();

  constructor(send: Send, token: string) {
    this.#send = send;
    this.#token = token;
  }

  /** Reads the registered devices, so that `enrol` leaves them alone. */
  async readDevices(): Promise<void> {
    type Device = { id: string; mac_or_serial: string; device_name: string };
    let after = '0';
    for (let isMore = true; isMore; ) {
      const path = `/api/devices.php?action=list&limit=${pageSize}&after=${after}`;
      const page = listOf<Device>(await this.#call('GET', path));
      for (const { id = after, mac_or_serial, device_name } of page) {
        after = id;
        this.#known.set(`${mac_or_serial} ${device_name}`, id);
      }
      isMore = page.length === pageSize;
    }
  }

  /**
   * Registers a device with its sensor's configuration and its name; returns its id. The name comes last: a
   * device that has it is complete.
   */
  async enrol({ mac, deviceName, sensorName, shape, thresholds }: TankPlan): Promise<string> {
    const known = this.#known.get(`${mac} ${deviceName}`);
    if (known !== undefined) return known;
    const asked = { mac_or_serial: mac };
    const registered = await this.#call('POST', '/api/devices.php?action=register', asked);
    const { id } = bodyOf<{ id: string }>(registered);
    if (id === undefined) throw new CommandFailure(`device ${mac} came back without an id`);
    await this.#call('POST', '/api/sensor_configs.php?action=save', {
      device_id: id,
      sensor_name: sensorName,
      capacity: Math.round(fullLitres(shape)),
      high_threshold: thresholds.high,
      low_threshold: thresholds.low,
    });
    const named = { ...asked, device_name: deviceName };
    await this.#call('PUT', '/api/devices.php?action=update-name', named);
    return id;
  }

  async apiKey(deviceId: string): Promise<string | null> {
    const path = '/api/devices.php?action=api-key';
    const answer = await this.#call('POST', path, { device_id: deviceId });
    return bodyOf<{ api_key: string }>(answer).api_key ?? null;
  }

  /** Newest reading of a sensor on the server; null where it has none. */
  async latestReading(
    deviceId: string,
    sensorName: string,
  ): Promise<{ at: number; levelPercent: number } | null> {
    type Latest = { sensor_name: string; level: number; recorded_at: string };
    const path = `/api/sensors.php?action=latest&device_id=${encodeURIComponent(deviceId)}`;
    const sensors = listOf<Latest>(await this.#call('GET', path));
    const { level, recorded_at = '' } =
      sensors.find(({ sensor_name }) => sensor_name === sensorName) ?? {};
    const at = Date.parse(recorded_at);
    return typeof level !== 'number' || Number.isNaN(at) ? null : { at, levelPercent: level };
  }

  async #call(method: ApiRequest['method'], path: string, body?: object): Promise<ApiAnswer> {
    const answer = await this.#send({ ...jsonRequest(method, path, body), token: this.#token });
    if (answer.status === 200 || answer.status === 201) return answer;
    const hint =
      answer.status === 409 ? '; another account has this device, choose another --seed' : '';
    throw new CommandFailure(`${method} ${path} was refused: ${explain(answer)}${hint}`);
  }
}

function jsonRequest(method: ApiRequest['method'], path: string, body?: object): ApiRequest {
  return { method, path, ...(body && { body: { type: 'json', text: JSON.stringify(body) } }) };
}

function tokenOf(answer: ApiAnswer): string {
  const { token } = bodyOf<{ token: string }>(answer);
  if (token === undefined) throw new CommandFailure('the server signed in without a token');
  return token;
}

function explain(answer: ApiAnswer): string {
  return `${answer.status} ${bodyOf<{ error: string }>(answer).error ?? ''}`.trimEnd();
}
