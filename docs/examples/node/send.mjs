// Sends one SMS, and repeats the request until an answer comes: it is sent and charged once.
// Node 20 or later, no packages.
//
//   KISIMA_URL=https://water.example.com KISIMA_API_KEY=ksm_... \
//     node send.mjs 0712345678 'Tank 3 is nearly empty'
//
// IDEMPOTENCY_KEY: a name of your own for this message, such as the number of the invoice. Whoever starts the
// program again with the same one sends nothing twice.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const server = process.env.KISIMA_URL ?? 'http://localhost:8080';
const apiKey = process.env.KISIMA_API_KEY ?? '';
const mostTries = 5;
const deadlineMs = 15_000;
const longestWaitS = 60;

class Refused extends Error {}

async function call(path, body, idempotencyKey) {
  for (let attempt = 1; ; attempt++) {
    let waitS = 2 ** (attempt - 1);
    try {
      const response = await fetch(server + path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-API-Key': apiKey,
          'Idempotency-Key': idempotencyKey,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(deadlineMs),
      });
      const answer = await response.json();
      if (response.ok) return answer;
      const retryAfter = response.headers.get('Retry-After');
      // 502 without Retry-After would be refused again, and so would any 4xx but 429.
      const isLater = response.status === 502 ? retryAfter !== null : response.status >= 500;
      if (response.status !== 429 && !isLater) throw new Refused(answer.error);
      if (attempt === mostTries) throw new Refused(answer.error);
      if (retryAfter !== null) waitS = Number(retryAfter);
    } catch (error) {
      // No answer, or half of one: it may have been sent, so the same key goes with the next try.
      if (error instanceof Refused || attempt === mostTries) throw error;
    }
    await wait(Math.min(waitS, longestWaitS) * 1000);
  }
}

const [to, message] = process.argv.slice(2);
try {
  const answer = await call(
    '/v1/sms/send',
    { to, message },
    process.env.IDEMPOTENCY_KEY ?? randomUUID(),
  );
  console.log(`${answer.message}: message ${answer.message_id}, ${answer.balance} credits left`);
} catch (error) {
  console.error(`Not sent: ${error.message}`);
  process.exitCode = 1;
}
