import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { wrongFields } from '../../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { readBatch } from './read-batch.ts';
import { type ReceiveBatchDeps, receiveBatch } from './receive-batch.ts';
import type { BatchAnswer } from './schemas.ts';

const form = 'application/x-www-form-urlencoded';
const csv = 'text/csv';
const json = 'application/json';

/** Nearly as wide as a line may be. */
const commas = ','.repeat(9900);

describe('a batch that is far wider than any reading', () => {
  it('is read by the fields that a reading has, each once', () => {
    const file = `seq,seq,constructor,water_level_percent,colour,SEQ ${commas}\n1,2,3,4,5,6\n`;
    const { readings } = readBatch({ mac_address: 'SERIAL-1' }, file);
    assert.deepEqual(readings, [{ seq: '6', water_level_percent: '4' }]);
  });

  it('is noted by its query where it is refused, and not by the characters of the file', async () => {
    const noted: unknown[] = [];
    const deps = { reportRefused: async (sent: unknown) => void noted.push(sent) };
    const query = { mac_address: 'SERIAL-1' };
    const sent = { query, body: `a,b${commas}\n1,2\n` };
    await assert.rejects(receiveBatch(deps as unknown as ReceiveBatchDeps, sent));
    assert.deepEqual(noted, [query]);
  });
});

describeOnBothEngines('a batch that is wider than its type says', (engine) => {
  const desk = useDeviceDesk(engine, { BATCH_BURST_PER_DEVICE: '5000' });

  const post = async (body: string, type: string) => {
    const mac = encodeURIComponent(desk.device.mac_or_serial);
    const url = `${desk.server.url}/iot_push_batch.php?mac_address=${mac}`;
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text), text };
  };
  const batch = (more: object) =>
    JSON.stringify({
      mac_address: desk.device.mac_or_serial,
      readings: [{ water_level_percent: 60 }],
      ...more,
    });

  it('is answered line by line where it is a file', async () => {
    await desk.newDevice();
    const lines = (header: string, line: string) => `${header}${commas}\n${line.repeat(1000)}`;
    const refused = await post(lines('seq', '1\n'), csv);
    assert.equal(refused.status, 200, refused.text);
    assert.equal((refused.body as BatchAnswer).refused, 1000);
    const taken = await post(lines('boot,seq,water_level_percent', '1,7,50\n'), csv);
    assert.equal(taken.status, 200, taken.text);
    assert.equal((taken.body as BatchAnswer).refused, 0);
    for (const header of ['constructor', 'colour'])
      assert.deepEqual(wrongFields(await post(lines(header, '1\n'), csv)), ['readings']);
  });

  it('is bounded as JSON also where it is called something else', async () => {
    for (const type of [json, form, csv]) {
      await desk.newDevice();
      const few = await post(batch({ more: 'x'.repeat(100_000) }), type);
      assert.deepEqual([few.status, few.body.stored], [200, 1], `${type}: ${few.text}`);
      const many = await post(batch({ more: Array(200_000).fill(0) }), type);
      assert.deepEqual([many.status, wrongFields(many)], [400, ['body']], type);
      const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
      const nested = await post(batch({ more: 0 }).replace('"more":0', `"more":${deep}`), type);
      assert.deepEqual([nested.status, nested.body.code], [400, 'malformed_request'], type);
      const cut = await post(batch({ more: 'x'.repeat(100_000) }).slice(0, -9), type);
      assert.equal(cut.status, 400, type);
    }
    await desk.newDevice();
    assert.deepEqual(wrongFields(await post('a=&'.repeat(200_000), form)), ['body']);
    assert.deepEqual(wrongFields(await post(`a=${'x'.repeat(100_000)}`, form)), ['readings']);
  });

  it('is read piece by piece as boards write it', async () => {
    await desk.newDevice();
    const reading = '{"boot":01,"seq":N,"water_level_percent":+50.,"temperature":nan,},';
    const readings = Array.from({ length: 1000 }, (_, at) => reading.replace('N', String(at + 1)));
    for (const type of [form, csv]) {
      const head = `"mac_address":"${desk.device.mac_or_serial}","every_s":060`;
      const sent = await post(`\r\n{${head},"readings":[${readings.join('\n')}]}\0`, type);
      assert.equal(sent.status, 200, sent.text.slice(0, 500));
      assert.equal((sent.body as BatchAnswer).refused, 0);
    }
  });
});
