// Fetches the commands that wait for a device, obeys them and acknowledges each.
// Node 20 or later, no packages.
//
//   KISIMA_URL=https://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF node poll.mjs
//
// KISIMA_DEVICE_KEY: the device's key, where its owner wants it to be sent.
import { setTimeout as wait } from 'node:timers/promises';

const server = process.env.KISIMA_URL ?? 'http://localhost:8080';
const device = { mac_address: process.env.KISIMA_MAC ?? '' };
if (process.env.KISIMA_DEVICE_KEY) device.api_key = process.env.KISIMA_DEVICE_KEY;
const mostTries = 5;
const deadlineMs = 25_000;
const longestWaitS = 60;

async function call(path, options) {
  for (let attempt = 1; ; attempt++) {
    let waitS = 2 ** (attempt - 1);
    try {
      const signal = AbortSignal.timeout(deadlineMs);
      const response = await fetch(server + path, { ...options, signal });
      const answer = await response.json();
      const isLater = response.status === 429 || response.status >= 500;
      if (!isLater || attempt === mostTries) return { status: response.status, answer };
      waitS = Number(response.headers.get('Retry-After') ?? waitS);
    } catch (error) {
      if (attempt === mostTries) throw error;
    }
    await wait(Math.min(waitS, longestWaitS) * 1000);
  }
}

function obey({ command, run_at_most_s: seconds }) {
  // Here the relay is switched. A pump that is on stops by itself after so many seconds, also without network.
  console.log(command === 'on' ? `pump on, for at most ${seconds} s` : `pump ${command}`);
}

try {
  const polled = await call(`/iot_commands.php?${new URLSearchParams(device)}`);
  if (polled.status !== 200) throw new Error(polled.answer.error);
  for (const command of polled.answer) {
    obey(command);
    const body = new URLSearchParams({ ...device, command_id: command.command_id });
    const { status, answer } = await call('/iot_ack.php', { method: 'POST', body });
    // 404: it is acknowledged already, where the answer to an earlier try was lost, or it was called off.
    if (status !== 200 && status !== 404) throw new Error(answer.error);
    console.log(`acknowledged ${command.command_id}`);
  }
} catch (error) {
  console.error(`Not done: ${error.message}`);
  process.exitCode = 1;
}
