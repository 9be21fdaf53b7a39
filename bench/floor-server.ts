import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The floor: what a bare `node:http` server needs to read a form and answer a push with the same
 * bytes, storing nothing.
 */
const answer = process.env['FLOOR_ANSWER'] ?? '{}';
const length = Buffer.byteLength(answer);

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    const form = new URLSearchParams(body);
    response.writeHead(form.has('mac_address') ? 201 : 400, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': length,
    });
    response.end(answer);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
