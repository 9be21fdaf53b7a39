// Sends a reading as a device does, and repeats it until an answer comes: it is stored once.
// Node 20 or later, no packages.
//
//   KISIMA_URL=https://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF node push.mjs 62.5
//
// KISIMA_DEVICE_KEY: the device's key, where its owner wants it to be sent.
import { setTimeout as wait } from 'node:timers/promises';

const server = process.env.KISIMA_URL ?? 'http://localhost:8080';
const mostTries = 5;
const deadlineMs = 25_000;
const longestWaitS = 60;

class Refused extends Error {}

async function push(level) {
  // The instant makes a repeat the same reading.
  const form = new URLSearchParams({
    mac_address: process.env.KISIMA_MAC ?? '',
    water_level_percent: level,
    recorded_at: new Date().toISOString(),
  });
  if (process.env.KISIMA_DEVICE_KEY) form.set('api_key', process.env.KISIMA_DEVICE_KEY);
  for (let attempt = 1; ; attempt++) {
    let waitS = 2 ** (attempt - 1);
    try {
      const signal = AbortSignal.timeout(deadlineMs);
      const response = await fetch(`${server}/iot_push.php`, {
        method: 'POST',
        body: form,
        signal,
      });
      const answer = await response.json();
      if (response.ok) return answer;
      const isLater = response.status === 429 || response.status >= 500;
      if (!isLater || attempt === mostTries) throw new Refused(answer.error);
      waitS = Number(response.headers.get('Retry-After') ?? waitS);
    } catch (error) {
      if (error instanceof Refused || attempt === mostTries) throw error;
    }
    await wait(Math.min(waitS, longestWaitS) * 1000);
  }
}

try {
  const reading = await push(process.argv[2] ?? '');
  console.log(`${reading.level} % stored, ${reading.pending_commands} commands wait`);
} catch (error) {
  console.error(`Not stored: ${error.message}`);
  process.exitCode = 1;
}
