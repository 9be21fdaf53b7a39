// Walks through a server as its first users do, or again as those who come back after an upgrade, on nothing
// but Node: `node walk.ts first|again URL VERSION`.
const [when = '', base = '', version = ''] = process.argv.slice(2);
const email = 'walk@example.com';
const password = 'maji ni uhai';
const mac = '02:00:5E:00:53:01';
let token: string | undefined;

await untilAlive();
const { version: running } = (await call('GET', '/healthz')) as { version: string };
if (running !== version) throw new Error(`This is ${running}, not ${version}.`);
const action = when === 'first' ? 'register' : 'login';
const signedIn = await call('POST', `/api/auth.php?action=${action}`, { email, password });
token = (signedIn as { token: string }).token;
if (when === 'first') {
  const device = (await call('POST', '/api/devices.php?action=register', {
    mac_or_serial: mac,
  })) as {
    id: string;
  };
  await call('POST', '/api/sensor_configs.php?action=save', {
    device_id: device.id,
    sensor_name: 'roof',
    capacity: 5000,
  });
  await call('POST', '/iot_push.php', { mac_address: mac, water_level_percent: 42.5 });
}
const [device] = (await call('GET', '/api/devices.php?action=list')) as { id: string }[];
const [reading] = (await call('GET', `/api/sensors.php?action=latest&device_id=${device?.id}`)) as {
  level: number;
  volume: number;
}[];
if (reading?.level !== 42.5 || reading.volume !== 2125) throw new Error(JSON.stringify(reading));
for (const [path, wanted] of [
  ['/', '<!doctype html>'],
  ['/docs', '<html'],
  ['/openapi.json', '"openapi"'],
  ['/metrics', `kisima_build_info{version="${version}"`],
] as const) {
  const answer = await fetch(base + path, { headers: { accept: 'text/html' } });
  const text = await answer.text();
  if (!answer.ok || !text.toLowerCase().includes(wanted))
    throw new Error(`${path}: ${answer.status}`);
}
console.log(`walked ${when === 'first' ? 'through it' : 'through it again'}, version ${version}`);

async function call(method: string, path: string, json?: object): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const body = json && JSON.stringify(json);
  const answer = await fetch(base + path, { method, headers, ...(body && { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/** A first start makes all tables, which takes a slow machine its time. */
async function untilAlive(): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const isThere = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nobody answers at ${base}.`);
}
