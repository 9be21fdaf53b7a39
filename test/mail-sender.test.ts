import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestServer } from './helpers/server/test-server.ts';

const remote = { SMTP_URL: 'smtps://mail.example.org' };

describe('the sender of mail', () => {
  for (const [what, env, isWarned] of [
    ['was named by nobody, and another server takes it', remote, true],
    [
      'is of this machine, and another server takes it',
      { ...remote, MAIL_FROM: 'me@localhost' },
      true,
    ],
    ['is named', { ...remote, MAIL_FROM: 'Kisima <kisima@example.org>' }, false],
    [
      'was named by nobody, and this machine takes it',
      { SMTP_URL: 'smtp://127.0.0.1:2525' },
      false,
    ],
    ['is never used', {}, false],
  ] as const) {
    it(`is ${isWarned ? '' : 'not '}warned of at the start where it ${what}`, async () => {
      const server = await startTestServer({ engine: 'sqlite', env });
      const warned = server.logged().includes('"setting":"MAIL_FROM"');
      await server.stop();
      assert.equal(warned, isWarned);
    });
  }
});
