/** An account with devices, made through the public API. */
export type Fleet = { token: string; macs: string[]; deviceIds: string[] };

/** Registers an owner and `count` devices. */
export async function registerFleet(url: string, count: number): Promise<Fleet> {
  const { token } = await call<{ token: string }>(url, '/api/auth.php?action=register', {
    email: `bench-${Date.now()}@kisima.example`,
    password: 'a long enough password',
  });
  const macs = Array.from({ length: count }, (_, index) => macOf(index));
  const deviceIds: string[] = [];
  for (const mac_or_serial of macs) {
    const body = { mac_or_serial };
    const device = await call<{ id: string }>(url, '/api/devices.php?action=register', body, token);
    deviceIds.push(device.id);
  }
  return { token, macs, deviceIds };
}

function macOf(index: number): string {
  const digits = (0x02_00_00_00_00_00 + index).toString(16).padStart(12, '0').toUpperCase();
  return digits.replace(/(..)(?!$)/g, '$1:');
}

/** Push of an ESP32 with a GPS module. */
export function formOf(mac: string, index: number): string {
  const level = (20 + ((index * 37) % 600) / 10).toFixed(1);
  return new URLSearchParams({
    mac_address: mac,
    water_level_percent: level,
    water_level_cm: '123.4',
    pump_status: 'off',
    latitude: '-1.286389',
    longitude: '36.817223',
  }).toString();
}

async function call<T>(url: string, path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
