import assert from 'node:assert/strict';
import { it } from 'node:test';
import { curlLine } from './curl-line.ts';

it('a ready line for a terminal carries the key and one message', () => {
  assert.equal(
    curlLine('https://kisima.example', 'ksm_abc'),
    `curl https://kisima.example/v1/sms/send \\
  -H 'X-API-Key: ksm_abc' \\
  -H 'Content-Type: application/json' \\
  -d '{"to":"0712345678","message":"Maji yamerudi"}'`,
  );
});
