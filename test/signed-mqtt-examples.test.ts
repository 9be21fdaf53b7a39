import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  canonicalDown,
  canonicalRequest,
  hashBody,
  signText,
} from '../src/water/direct/signed/canonical.ts';
import { openPayload, sealPayload } from '../src/water/doors/mqtt/signed/payload.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';
import { mqttPort } from './helpers/water/mqtt.ts';
import { useMqttDesk } from './helpers/water/mqtt-desk.ts';
import { useSigningExample } from './helpers/water/signing-example.ts';

const run = promisify(execFile);
const examples = path.resolve('docs/examples/signed');

type Vector = Record<'name' | 'key' | 'topic' | 'said' | 'signature' | 'payload', string>;
type Vectors = {
  messages: (Vector & { stamp: string })[];
  sealed: (Vector & { last: string })[];
};

describe('the examples of boards that sign over MQTT', () => {
  const mqtt = useMqttDesk('sqlite');
  let folder: string;
  let program: string;
  before(async () => {
    folder = await makeTestFolder('signed-mqtt');
    program = path.join(folder, 'mqtt_board');
    const flags = ['-std=c99', '-O1', '-Wall', '-Wextra', '-Werror', '-pedantic'];
    await run('cc', [...flags, path.join(examples, 'mqtt_board.c'), '-o', program]);
  });
  after(() => rm(folder, { recursive: true }));

  it('come to the signatures of the vectors, as the server does', async () => {
    const python = ['python3', path.join(examples, 'mqtt_board.py')] as const;
    const outputs = async (args: string[]) => {
      const all = [await run(program, args), await run(python[0], [python[1], ...args])];
      return all.map(({ stdout }) => stdout.trim());
    };
    const text = await readFile(path.join(examples, 'vectors.json'), 'utf8');
    const { messages, sealed } = JSON.parse(text) as Vectors;
    for (const { key, topic, said, stamp, signature, payload, name } of messages) {
      const parts = { method: 'PUBLISH', path: topic, query: '', bodyHash: hashBody(said), stamp };
      assert.equal(signText(key, canonicalRequest(parts)), signature, name);
      assert.deepEqual(await outputs(['sign', key, topic, said, stamp]), [signature, signature]);
      const opened = openPayload(topic, Buffer.from(payload));
      assert.deepEqual([opened.payload, opened.signed?.tag], [said, signature]);
      assert.equal(opened.signed?.text(), canonicalRequest(parts));
    }
    for (const { key, topic, last, said, signature, payload, name } of sealed) {
      const down = canonicalDown({ topic, tag: last, bodyHash: hashBody(said) });
      assert.equal(signText(key, down), signature, name);
      assert.deepEqual(await outputs(['seal', key, topic, last, said]), [signature, signature]);
      assert.equal(sealPayload(topic, said, { apiKey: key, tag: last }), payload);
    }
    assert.deepEqual([messages.length, sealed.length], [6, 3]);
  });

  describe('in c', () => {
    useSigningExample(mqtt, {
      port: () => mqttPort(mqtt.desk.server),
      run: (args, env) => run(program, args, { env }),
      folder: () => folder,
    });
  });
});
