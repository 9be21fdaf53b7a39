import http from 'node:http';

/** A push as the stand-in received it. */
export interface ReceivedPush {
  mac: string;
  /** The whole form as it came. */
  form: string;
  recordedAt: string | null;
  status: number;
}

interface StandInDevice {
  id: string;
  name: string;
  readings: Map<string, { id: number; level: number }>;
  commands: { id: number; command: string; turn_off_above: number | null }[];
}

/** State of the server that a test may change and read. */
export interface StandIn {
  url: string;
  accounts: Map<string, string>;
  devices: Map<string, StandInDevice>;
  configs: Map<string, Record<string, unknown>>;
  pushes: ReceivedPush[];
  acked: number[];
  /** Registered devices, also those that were known. */
  registrations: number;
  connections: number;
  /** Called before each push is stored; an answer in place of 201, or null. */
  trouble: (push: { number: number; form: URLSearchParams }) => Trouble | null;
  /** The time of the Date header and of the five-minute rule. */
  now: () => number;
  close(): Promise<void>;
}

type Trouble = { status: number; retryAfter?: string } | 'hang up';

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/**
 * A small server that answers the endpoints a fleet uses as the document says, for tests. It stands
 * on its own: the simulator must be testable without the product.
 */
export async function startStandIn(now: () => number): Promise<StandIn> {
  const server = http.createServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (chunk) => {
      text += chunk;
    });
    incoming.on('end', () => {
      const reply = answer(standIn, incoming.method ?? '', incoming.url ?? '', text);
      if (reply === null) {
        incoming.socket.destroy();
        return;
      }
      outgoing.writeHead(reply.status, {
        'content-type': 'application/json',
        date: new Date(standIn.now()).toUTCString(),
        ...reply.headers,
      });
      outgoing.end(JSON.stringify(reply.body));
    });
  });
  server.on('connection', () => {
    standIn.connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const standIn: StandIn = {
    url: `http://127.0.0.1:${address.port}`,
    accounts: new Map(),
    devices: new Map(),
    configs: new Map(),
    pushes: [],
    acked: [],
    registrations: 0,
    connections: 0,
    trouble: () => null,
    now,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}

function answer(standIn: StandIn, method: string, target: string, text: string): Reply | null {
  const url = new URL(target, standIn.url);
  const key = `${method} ${url.pathname} ${url.searchParams.get('action') ?? ''}`.trimEnd();
  switch (key) {
    case 'POST /iot_push.php':
      return push(standIn, text);
    case 'GET /iot_commands.php':
      return commands(standIn, url.searchParams);
    case 'POST /iot_ack.php':
      return acknowledge(standIn, new URLSearchParams(text));
    default:
      return ownerCall(standIn, key, url.searchParams, text === '' ? {} : JSON.parse(text));
  }
}

function ownerCall(
  standIn: StandIn,
  key: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
): Reply {
  const email = String(body['email']);
  const mac = String(body['mac_or_serial']);
  const device = standIn.devices.get(mac);
  switch (key) {
    case 'POST /api/auth.php login':
      return standIn.accounts.get(email) === body['password']
        ? { status: 200, body: { token: 'T', user: {} } }
        : failure(401, 'invalid email or password');
    case 'POST /api/auth.php register':
      if (standIn.accounts.has(email)) return failure(400, 'email exists');
      standIn.accounts.set(email, String(body['password']));
      return { status: 201, body: { token: 'T', user: {} } };
    case 'GET /api/devices.php list':
      return { status: 200, body: listed(standIn, Number(query.get('after'))) };
    case 'POST /api/devices.php register': {
      standIn.registrations += 1;
      const found = device ?? newDevice(standIn, mac);
      return { status: device === undefined ? 201 : 200, body: { id: found.id } };
    }
    case 'PUT /api/devices.php update-name':
      if (device === undefined) return failure(404, 'device not found');
      device.name = String(body['device_name']);
      return { status: 200, body: { id: device.id } };
    case 'POST /api/devices.php api-key':
      return { status: 200, body: { api_key: `key-${body['device_id']}` } };
    case 'POST /api/sensor_configs.php save':
      standIn.configs.set(String(body['device_id']), body);
      return { status: 201, body };
    case 'GET /api/sensors.php latest':
      return { status: 200, body: latest(standIn, query.get('device_id') ?? '') };
    default:
      return failure(404, `unknown: ${key}`);
  }
}

function push(standIn: StandIn, text: string): Reply | null {
  const form = new URLSearchParams(text);
  const mac = form.get('mac_address') ?? '';
  const recordedAt = form.get('recorded_at');
  const note = (reply: Reply): Reply => {
    standIn.pushes.push({ mac, form: text, recordedAt, status: reply.status });
    return reply;
  };
  const trouble = standIn.trouble({ number: standIn.pushes.length + 1, form });
  if (trouble === 'hang up') {
    note({ status: 0, body: null });
    return null;
  }
  if (trouble !== null) {
    const retry = trouble.retryAfter === undefined ? {} : { 'retry-after': trouble.retryAfter };
    return note({ ...failure(trouble.status, 'trouble'), headers: retry });
  }
  const device = standIn.devices.get(mac);
  if (device === undefined) return note(failure(404, 'MAC not registered'));
  if (recordedAt !== null && Date.parse(recordedAt) > standIn.now() + 5 * 60_000) {
    return note(failure(400, 'recorded_at is in the future'));
  }
  const id = standIn.pushes.length + 1;
  const stored = { id, level: Number(form.get('water_level_percent')) };
  const at = recordedAt ?? `bare ${id}`;
  const reading = device.readings.get(at) ?? stored;
  device.readings.set(at, reading);
  return note({
    status: 201,
    body: { ...reading, pending_commands: device.commands.length },
  });
}

function commands(standIn: StandIn, query: URLSearchParams): Reply {
  const device = standIn.devices.get(query.get('mac_address') ?? '');
  const sensor = standIn.configs.get(device?.id ?? '')?.['sensor_name'];
  const list = device?.commands.map((command) => ({
    ...command,
    command_id: command.id,
    sensor_name: sensor,
    turn_on_below: null,
  }));
  return list === undefined ? failure(404, 'MAC not registered') : { status: 200, body: list };
}

function acknowledge(standIn: StandIn, form: URLSearchParams): Reply {
  const device = standIn.devices.get(form.get('mac_address') ?? '');
  const id = Number(form.get('command_id'));
  if (!device?.commands.some((command) => command.id === id)) return failure(404, 'no command');
  device.commands = device.commands.filter((command) => command.id !== id);
  standIn.acked.push(id);
  return { status: 200, body: { id } };
}

function latest(standIn: StandIn, deviceId: string): unknown[] {
  const device = [...standIn.devices.values()].find(({ id }) => id === deviceId);
  const newest = [...(device?.readings ?? [])].sort(([a], [b]) => (a < b ? 1 : -1))[0];
  const sensor = standIn.configs.get(deviceId)?.['sensor_name'];
  if (newest === undefined) return [];
  return [{ sensor_name: sensor, level: newest[1].level, recorded_at: newest[0] }];
}

/** A page of the list of devices, whose ids are numbers from 1. */
function listed(standIn: StandIn, after: number): unknown[] {
  return [...standIn.devices]
    .map(([mac, { id, name }]) => ({ id, mac_or_serial: mac, device_name: name }))
    .filter(({ id }) => Number(id) > after)
    .slice(0, 500);
}

function newDevice(standIn: StandIn, mac: string): StandInDevice {
  const id = String(standIn.devices.size + 1);
  const device: StandInDevice = { id, name: '', readings: new Map(), commands: [] };
  standIn.devices.set(mac, device);
  return device;
}

function failure(status: number, error: string): Reply {
  return { status, body: { success: false, error, code: 'stand_in' } };
}
