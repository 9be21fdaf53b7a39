import type { World } from '../contract/world.ts';
import { callAuth } from '../helpers/accounts/accounts.ts';
import type { Pools } from './values.ts';

export type Grounds = {
  /** Values that lead somewhere. */
  poolsOf: (route: string) => Pools;
  tokenOf: (route: string) => string | undefined;
};

/** Something stored of every kind, for requests to hit upon. */
export async function layOut(world: World): Promise<Grounds> {
  const { server, owner, stranger, newDevice, newUser, push } = world;
  const devices = await Promise.all(Array.from({ length: 4 }, newDevice));
  for (const device of devices) {
    await Promise.all([
      world.newConfig(device),
      world.newAlert(device),
      push(device),
      push(device, 30),
    ]);
    await Promise.all(Array.from({ length: 10 }, () => world.newCommand(device)));
  }
  const spare = await Promise.all(Array.from({ length: 20 }, newDevice));
  const locked = await Promise.all(Array.from({ length: 3 }, newDevice));
  const leaver = await newUser();
  const tokens = await Promise.all(Array.from({ length: 3 }, () => openReset(world)));
  const now = server.clock.now;

  const ids = devices.map(({ id }) => id);
  const macs = devices.map(({ mac_or_serial }) => mac_or_serial);
  const recordIds = Array.from({ length: 40 }, (_, index) => index + 1);
  // Close together and far apart, so that hours and days get several, and some come late.
  const instants = Array.from({ length: 60 }, (_, n) =>
    new Date(now - n ** 3 * 31_000).toISOString(),
  );
  const pools: Pools = {
    device_id: ids,
    id: recordIds,
    command_id: recordIds,
    before: recordIds,
    after: [0, ...recordIds],
    mac_address: macs,
    mac_or_serial: macs.map((mac) => mac.toLowerCase()),
    mac: [...macs, 'AA:BB:CC:DD:EE:FF'],
    email: [stranger.email, 'somebody@example.com'],
    token: [...tokens, 'nonsense'],
    api_key: [''],
    timezone: ['Africa/Nairobi', 'America/St_Johns', 'UTC'],
    sensor_name: ['main', 'roof', 'Tank № 2', '=1+1', '😀', "o'clock"],
    recorded_at: instants,
    start_date: ['2026-11-01', '2026-11-20T00:00:00Z'],
    end_date: ['2026-11-21', '2026-11-21T08:00:00+03:00'],
  };
  const { email: _email, mac_or_serial: _mac, ...unregistered } = pools;
  const others: Record<string, Pools> = {
    'POST /api/auth.php?action=register': unregistered,
    'POST /api/devices.php?action=register': unregistered,
    'DELETE /api/devices.php?action=remove': { ...pools, id: spare.map(({ id }) => id) },
    'GET /api/devices.php?action=location': { ...pools, id: ids },
    'GET /api/sensors.php?action=history': { ...pools, after: instants },
    // A device that must send its key could not push with the keys that are made up here.
    'POST /api/devices.php?action=api-key': { ...pools, device_id: locked.map(({ id }) => id) },
    'PUT /api/pump_commands.php?action=mark-executed': { ...pools, id: recordIds.slice(0, 5) },
    'DELETE /api/pump_commands.php?action=cancel': { ...pools, id: recordIds.slice(5, 10) },
  };

  return {
    poolsOf: (route) => others[route] ?? pools,
    tokenOf: (route) => (route.includes('action=logout') ? leaver.token : owner.token),
  };
}

async function openReset({ server, newUser }: World): Promise<string> {
  const { email } = await newUser();
  const { body } = await callAuth(server, 'reset-request', { json: { email } });
  return (body as { reset_token: string }).reset_token;
}
