import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newNumber, newSmsCaller } from '../../../test/helpers/sms/sms-caller.ts';

/** Eight segments, of which smart encoding saves none. */
const tooManySegments = 'Ж'.repeat(500);

describeOnBothEngines('what a schema cannot say of a message', (engine) => {
  const server = useTestServer({ engine });
  const to = newNumber();
  const bad = '0800';
  const text = 'Hi';
  const past = '2020-01-01T00:00:00Z';

  const sends: [object, string[]][] = [
    [{ to: bad, message: tooManySegments, scheduled_at: past }, ['message', 'scheduled_at', 'to']],
    [{ to: bad, message: 'Hi {nmae}', class: 'bulk' }, ['class', 'message', 'to']],
    [{ to: bad, message: '“'.repeat(80) }, ['to']],
    [{ to: bad, message: '“'.repeat(500), smart_encoding: false }, ['message', 'to']],
    [{ to, message: tooManySegments, sender: 'NOBODY' }, ['message', 'sender']],
    [{ to: bad, message: 5, scheduled_at: 5 }, ['message', 'scheduled_at', 'to']],
    [{ to: bad, message: text, scheduled_at: null, dryRun: true }, ['dryRun', 'to']],
    [{ to: bad, message: text, scheduled_at: '2026-02-30T08:00:00Z' }, ['scheduled_at', 'to']],
    [{ message: ' ', scheduled_at: past }, ['message', 'scheduled_at', 'to']],
  ];
  for (const [json, fields] of sends) {
    it(`is named with every other wrong field: ${JSON.stringify(json).slice(0, 90)}`, async () => {
      const caller = await newSmsCaller(server);
      assert.deepEqual(wrongFields(await caller.send(json)), fields);
    });
  }

  const jobs: [object, string[]][] = [
    [
      { to: [to], group_id: 1, campaign: ' ', scheduled_at: past },
      ['campaign', 'group_id', 'message', 'scheduled_at', 'to'],
    ],
    [{ campaign: ' ', message: text }, ['campaign', 'group_id', 'to']],
    [{ to: 'all', message: tooManySegments }, ['message', 'to']],
    [{ group_id: 'all', message: 'Hi {name} of {place}' }, ['group_id', 'message']],
    [{ group_id: 'all', message: 'Hi {name}' }, ['group_id']],
    [{ messages: 'all', message: text }, ['message', 'messages']],
    [{ to: 'all', message: 'Hi {place}', dry_run: true }, ['to']],
    [[], ['body']],
    [{ to: [to], message: tooManySegments, sender: 'NOBODY' }, ['message', 'sender']],
  ];
  for (const [json, fields] of jobs) {
    it(`is named with every other wrong field of a job: ${JSON.stringify(json).slice(0, 90)}`, async () => {
      const caller = await newSmsCaller(server);
      assert.deepEqual(wrongFields(await caller.bulk(json)), fields);
    });
  }
});
