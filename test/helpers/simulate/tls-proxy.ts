import http from 'node:http';
import https from 'node:https';
import { testCertificate } from '../http/test-certificate.ts';

/** A TLS proxy in front of a server, with a certificate of its own for localhost. */
export interface TlsProxy {
  url: string;
  certificate: string;
  close(): Promise<void>;
}

/** Hands every request on to `target`, as nginx does. */
export async function startTlsProxy(target: string): Promise<TlsProxy> {
  const proxy = https.createServer(testCertificate, (incoming, outgoing) => {
    const { method, headers } = incoming;
    const onward = http.request(new URL(incoming.url ?? '/', target), { method, headers });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `https://localhost:${address.port}`,
    certificate: testCertificate.cert,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
