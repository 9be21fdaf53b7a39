import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type DescribedOperation,
  describedOperations,
  fetchDescription,
} from '../../test/contract/openapi.ts';
import { wrongFields } from '../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../test/helpers/server/test-server.ts';
import { newGroup, newSmsOwner, type SmsOwner } from '../../test/helpers/sms/sms-account.ts';
import { callerOf, newNumber, type SmsCaller } from '../../test/helpers/sms/sms-caller.ts';
import { updateRole } from '../accounts/queries.ts';

type Failure = { error: string; errors: { field: string; message: string }[] };
const message = 'Tank 3 is nearly empty';

describeOnBothEngines('a field that /v1 does not know', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  let caller: SmsCaller;
  let operations: [route: string, operation: DescribedOperation][];
  before(async () => {
    owner = await newSmsOwner(server);
    await updateRole(server.db.write, owner.email, 'admin');
    caller = await callerOf(server, owner);
    const described = describedOperations(await fetchDescription(server));
    operations = [...described].filter(([route]) => route.includes(' /v1/'));
  });

  const ask = (route: string, { query = '', json }: { query?: string; json?: unknown }) => {
    const [method = '', path = ''] = route.split(' ');
    return server.request(method, path.replaceAll(/\{\w+\}/g, '1') + query, {
      token: owner.token,
      json,
      headers: path.startsWith('/v1/sms/') ? { 'x-api-key': caller.apiKey } : {},
    });
  };
  const failureOf = ({ status, body, text }: Answer): Failure => {
    assert.equal(status, 400, text);
    return body as Failure;
  };

  it('costs nothing and sends nothing, and is answered with the name that was meant', async () => {
    const to = newNumber();
    const typos: [string, object, string][] = [
      ['/bulk', { to: [to], message, dryRun: true }, 'unknown field dryRun; did you mean dry_run?'],
      [
        '/send',
        { to, message, scheduledAt: '2026-11-22T08:00:00Z' },
        'unknown field scheduledAt; did you mean scheduled_at?',
      ],
      ...[
        ...['phone', 'phoneNumber', 'number', 'recipients', 'msisdn', 'mobile', 'Destination'],
      ].map((name): [string, object, string] => [
        '/send',
        { [name]: to, message },
        `unknown field ${name}; did you mean to?`,
      ]),
      ['/bulk', { phones: [to], message }, 'unknown field phones; did you mean to?'],
      ['/send', { to, text: message }, 'unknown field text; did you mean message?'],
      ['/send', { to, body: message }, 'unknown field body; did you mean message?'],
      ['/send', { to, message, from: 'KISIMA' }, 'unknown field from; did you mean sender?'],
      [
        '/send',
        { to, message, senderId: 'KISIMA' },
        'unknown field senderId; did you mean sender?',
      ],
      ['/bulk', { group: 1, message }, 'unknown field group; did you mean group_id?'],
      ['/bulk', { to: [to], message, tag: 'May' }, 'unknown field tag; did you mean campaign?'],
      ['/bulk', { to: [to], message, name: 'May' }, 'unknown field name; did you mean campaign?'],
      [
        '/bulk',
        { to: [to], message, preview: true },
        'unknown field preview; did you mean dry_run?',
      ],
      ['/bulk', { items: [{ to, text: message }] }, 'unknown field items; did you mean messages?'],
      ['/send', { to, message, type: 'promotional' }, 'unknown field type; did you mean class?'],
      ['/send', { to, message, when: 'now' }, 'unknown field when; did you mean scheduled_at?'],
      [
        '/send',
        { to, message, clientRef: '1' },
        'unknown field clientRef; did you mean reference?',
      ],
      ...['group', 'campaign', 'dry_run'].map(
        (field) =>
          [
            '/send',
            { to, message, [field]: 1 },
            `unknown field ${field}; groups and lists are for /v1/sms/bulk`,
          ] as [string, object, string],
      ),
      ...['api_key', 'x-api-key'].map(
        (field) =>
          [
            '/send',
            { to, message, [field]: 'a' },
            `unknown field ${field}; the API key goes in the header X-API-Key`,
          ] as [string, object, string],
      ),
      ['/send', { to, message, Sender: 'KISIMA' }, 'unknown field Sender; did you mean sender?'],
    ];
    for (const [path, json, sentence] of typos) {
      const field = /^unknown field ([\w-]+)/.exec(sentence)?.[1];
      for (const door of [caller.call, owner.call]) {
        const at = door === owner.call ? `/sms${path}` : path;
        const { error, errors } = failureOf(await door('POST', at, { json }));
        // Where it stands for one that must be there, that is said to be missing too.
        const unknown = errors.filter((each) => each.message !== 'is required');
        assert.deepEqual(unknown, [{ field, message: sentence }]);
        assert.ok(error.includes(sentence), error);
      }
    }
    assert.equal((await caller.balance()).used, 0);
    assert.deepEqual((await caller.call('GET', '/messages')).body, []);
  });

  it('is not looked for in a body that is compressed: 415 names the encoding', async () => {
    const headers = { 'content-type': 'application/json', 'x-api-key': caller.apiKey };
    const body = gzipSync(JSON.stringify({ to: newNumber(), message }));
    const send = (encoding: string) =>
      fetch(`${server.url}/v1/sms/send`, {
        method: 'POST',
        headers: { ...headers, 'content-encoding': encoding },
        body,
      });
    for (const encoding of ['gzip', 'br', 'X-GZIP']) {
      const answer = await send(encoding);
      assert.equal(answer.status, 415);
      assert.equal(answer.headers.get('accept-encoding'), 'identity');
      const { error } = (await answer.json()) as Failure;
      assert.ok(error.includes(`Content-Encoding ${encoding.toLowerCase()} `), error);
    }
    assert.equal((await send('identity')).status, 400);
    assert.equal((await caller.balance()).used, 0);
  });

  it('is named with all others and with all else that is wrong', async () => {
    const json = { to: 5, mesage: message, Class: 'promotional', zzz: 1 };
    const { error } = failureOf(await caller.send(json));
    assert.equal(
      error,
      'Invalid input: message is required; to must be a string; ' +
        'unknown field mesage; did you mean message?; ' +
        'unknown field Class; did you mean class?; unknown field zzz.',
    );
  });

  it('is refused inside of other fields too', async () => {
    const id = await newGroup(owner);
    const contacts = [{ phone: newNumber() }, { Phone: newNumber(), nam: 'x' }, 5, null];
    const added = await owner.call('POST', `/groups/${id}/contacts`, { json: { contacts } });
    assert.deepEqual(failureOf(added).errors, [
      {
        field: 'contacts.1.Phone',
        message: 'unknown field contacts.1.Phone; did you mean phone?',
      },
      { field: 'contacts.1.nam', message: 'unknown field contacts.1.nam; did you mean name?' },
    ]);
    assert.deepEqual((await owner.call('GET', `/groups/${id}/contacts`)).body, []);
    const quiet_hours = { from: '18:00', until: '08:00', untill: '09:00' };
    const set = await owner.call('PUT', '/settings', { json: { quiet_hours } });
    assert.deepEqual(wrongFields(set), ['quiet_hours.untill']);
  });

  it('is 400 in every body and every query', async () => {
    assert.ok(operations.length > 40);
    for (const [route, { requestBody }] of operations) {
      const odd = requestBody ? { json: { no_such_field: 1 } } : { query: '?no_such_field=1' };
      const { error } = failureOf(await ask(route, odd));
      assert.ok(error.includes('unknown field no_such_field'), `${route}: ${error}`);
    }
    const single = await ask('POST /v1/sms/send', {
      query: '?dry_run=true',
      json: { to: newNumber(), message },
    });
    assert.deepEqual(wrongFields(single), ['dry_run']);
    const keyed = failureOf(await ask('GET /v1/sms/balance', { query: '?api_key=ksm_1' }));
    assert.equal(
      keyed.errors[0]?.message,
      'unknown field api_key; the API key goes in the header X-API-Key',
    );
    const { errors } = failureOf(await ask('GET /v1/sms/messages', { query: '?To=0712345678' }));
    assert.deepEqual(errors[0], { field: 'To', message: 'unknown field To; did you mean to?' });
  });

  it('is answered briefly, however many there are and however long they are', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`field${at}`, 1]));
    const answer = await caller.send({ to: newNumber(), message, ...many });
    const { errors } = failureOf(answer);
    assert.equal(errors.length, 21);
    assert.deepEqual(errors.at(-1), { field: 'body', message: 'has 980 more unknown fields' });
    const long = await caller.send({
      to: newNumber(),
      message,
      [`a\n\u{d83d}${'b'.repeat(900)}`]: 1,
    });
    assert.equal(failureOf(long).errors[0]?.field, `a\ufffd\ufffd${'b'.repeat(47)}`);
    assert.ok(answer.text.length < 3000 && long.text.length < 400);
  });

  it('is still ignored by the water level API', async () => {
    const devices = '/api/devices.php?action=register&verbose=1';
    const json = { mac_or_serial: 'TANK-0001', colour: 'blue' };
    const { status, text } = await server.request('POST', devices, { token: owner.token, json });
    assert.equal(status, 201, text);
  });
});
