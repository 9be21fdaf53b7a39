// Takes the events of a webhook, and refuses what Kisima has not signed. Node 20 or later, no packages.
//
//   KISIMA_WEBHOOK_SECRET=whsec_... PORT=8080 node webhook.mjs
//
// The secret is shown once, when the webhook is made.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.KISIMA_WEBHOOK_SECRET ?? '';
const port = Number(process.env.PORT ?? 8080);
const toleranceS = 300;
const mostBytes = 1_000_000;

/** True if the body, as it came, was signed with the secret within the last five minutes. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = headers;
  if (!id || !given || !/^\d+$/.test(timestamp ?? '')) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceS) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${mac.digest('base64')}`);
  // More than one while a secret is changed.
  return given.split(' ').some((each) => {
    const signature = Buffer.from(each);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

/** Ids of events that were taken: an event can come twice. Keep them in your database. */
const taken = new Set();

const server = createServer(async (request, response) => {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > mostBytes) return response.writeHead(413).end();
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  if (request.method !== 'POST' || !isGenuine(request.headers, body)) {
    return response.writeHead(401).end();
  }
  // Answer at once and work afterwards: after ten seconds the event is sent again.
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (taken.has(id)) return;
  taken.add(id);
  const { type, data } = JSON.parse(body);
  console.log(`${type} ${data.message_id ?? ''} ${data.status ?? ''}`.trim());
});
server.listen(port, () => console.log(`Listening on port ${server.address().port}`));
