import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { makeTestFolder } from '../../test/helpers/server/test-folder.ts';
import { Environment, readConfig } from '../config.ts';
import { ConfigError } from '../settings/setting-types.ts';
import { secretNames, withSecretsOfFiles } from './secret-files.ts';

const secret = 'c0ffee'.repeat(8);

describe('a secret in a file', () => {
  let folder: string;
  before(async () => {
    folder = await makeTestFolder('secrets');
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const linesOf = (env: Record<string, string>): string[] => {
    try {
      readConfig(env);
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.message.split('\n');
    }
    return [];
  };

  it('may be each setting that holds one', () => {
    const holding = Object.keys(Environment.properties).filter((name) =>
      /(_URL|_SECRET|_KEY)$/.test(name),
    );
    const plain = ['PUBLIC_URL', 'AT_URL', 'S3_ACCESS_KEY'];
    assert.deepEqual(
      secretNames(Environment.properties),
      holding.filter((name) => !plain.includes(name)),
    );
  });

  it('is what the file holds, without the line break at its end', async () => {
    for (const text of [secret, `${secret}\n`, `${secret}\r\n`]) {
      const { serverSecret } = readConfig({ SERVER_SECRET_FILE: await write('secret', text) });
      assert.equal(serverSecret, secret);
    }
    const characters = fc.string({ minLength: 1 }).filter((text) => !text.endsWith('\n'));
    await fc.assert(
      fc.asyncProperty(characters, async (text) => {
        const path = await write('any', `${text}\n`);
        const { env } = withSecretsOfFiles({ AT_API_KEY_FILE: path }, ['AT_API_KEY']);
        assert.equal(env['AT_API_KEY'], text.replace(/\r$/, ''));
      }),
    );
  });

  it('is judged as the setting is, and never shown', async () => {
    const path = await write('url', 'mysql://kisima:c0ffee@localhost/kisima\n');
    assert.deepEqual(linesOf({ DATABASE_URL_FILE: path }), [
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database',
    ]);
  });

  it('is refused beside the setting itself, and where its file cannot be used, each in a line', async () => {
    const path = await write('secret', secret);
    const nowhere = join(folder, 'nowhere');
    await mkdir(join(folder, 'folder'));
    const large = await write('large', 'x'.repeat(70_000));
    const lines = linesOf({
      SERVER_SECRET: secret,
      SERVER_SECRET_FILE: path,
      DATABASE_URL_FILE: nowhere,
      DATABASE_READ_URL_FILE: join(folder, 'folder'),
      SMTP_URL_FILE: large,
      SMPP_URL_FILE: await write('empty', '\n'),
      PORT: 'eighty',
    });
    assert.deepEqual(lines, [
      'SERVER_SECRET_FILE and SERVER_SECRET are both set: leave one of them out',
      `DATABASE_URL_FILE names ${nowhere}, which cannot be read (no such file or directory)`,
      `DATABASE_READ_URL_FILE names ${join(folder, 'folder')}, which is no file`,
      `SMTP_URL_FILE names ${large}, which is longer than 65536 bytes`,
      `SMPP_URL_FILE names ${join(folder, 'empty')}, which is empty`,
      'PORT must be an integer',
    ]);
  });

  it('counts as not set where the variable is empty', () => {
    assert.deepEqual(linesOf({ SERVER_SECRET: secret, SERVER_SECRET_FILE: '' }), []);
  });
});
