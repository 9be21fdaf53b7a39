import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { EventEmitter, on, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { awaited } from '../until.ts';

type Push = {
  headers: IncomingHttpHeaders;
  payload: { title: string; body: string; tag: string; url: string };
};

/** A browser with its push service: what it subscribes with, and what comes to it, decrypted. */
export async function startPushedBrowser() {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const auth = randomBytes(16);
  const arrivals = new EventEmitter();
  const pushes = on(arrivals, 'push')[Symbol.asyncIterator]();
  let status = 201;
  const service = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers } = request;
    const payload = JSON.parse(decrypt(Buffer.concat(chunks), browser, auth));
    response.writeHead(status).end();
    arrivals.emit('push', { headers, payload });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}/push/1`,
    keys: { p256dh, auth: auth.toString('base64url') },
    nextPush: async (): Promise<Push> =>
      (await awaited('a push', pushes.next())).value?.[0] as Push,
    /** From now on its push service knows it no more. */
    leave: () => {
      status = 410;
    },
    close: async () => {
      service.close();
      service.closeAllConnections();
      await once(service, 'close');
    },
  };
}

/** RFC 8188 and RFC 8291, by hand. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body[20] ?? 0;
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const sealed = body.subarray(21 + length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
