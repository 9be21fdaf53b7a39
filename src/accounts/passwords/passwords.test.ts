import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswords } from './passwords.ts';

describe('hashes of passwords', () => {
  const { hashNew, verify, isOutdated } = createPasswords();

  it('are argon2id at the cost that OWASP asks for, each with a salt of its own', async () => {
    const hashes = await Promise.all([1, 2].map(() => hashNew('owner', 'maji ni uhai')));
    for (const hash of hashes) {
      assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
      assert.ok(await verify('owner', hash, 'maji ni uhai'));
      assert.ok(!isOutdated(hash));
    }
    const [first, second] = hashes.map((hash) => hash.split('$')[4]);
    assert.notEqual(first, second);
  });

  it('are of the whole password, with every blank and character of it', async () => {
    const password = `  ${'p'.repeat(250)}🚰é `;
    const hash = await hashNew('owner', password);
    assert.ok(await verify('owner', hash, password));
    for (const other of [password.trim(), password.slice(0, -1), password.replace('🚰', '🪣')]) {
      assert.ok(!(await verify('owner', hash, other)));
    }
  });
});
