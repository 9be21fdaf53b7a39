import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Command } from 'commander';
import about from '../../package.json' with { type: 'json' };
import { runKisima } from '../../test/helpers/server/run-kisima.ts';
import { makeTestFolder } from '../../test/helpers/server/test-folder.ts';
import { createProgram } from './program.ts';

/** `needed` are the options that commander requires before it checks for unknown ones. */
type Call = { words: string[]; needed: string[] };

/** Every command of the program, by the words that call it. */
function callsOf(command: Command, words: string[] = []): Call[] {
  const below = command.commands.flatMap((each) => callsOf(each, [...words, each.name()]));
  const needed = command.options.flatMap(({ mandatory, long }) =>
    mandatory && long ? [long, 'x'] : [],
  );
  return words.length > 0 ? [{ words, needed }, ...below] : below;
}

const calls = callsOf(createProgram({}));

describe('every command', () => {
  let folder: string;
  before(async () => {
    folder = await makeTestFolder('commands');
  });

  /**
   * A command that began would leave something in this folder: its database, or a file of the name it took.
   */
  const run = async (args: string[]) => {
    const ended = await runKisima(args, { DATA_DIR: join(folder, 'data') });
    assert.deepEqual(await readdir(folder), [], args.join(' '));
    return ended;
  };

  it('is among those that are tried here', () => {
    for (const known of ['serve', 'sms', 'sms grant', 'user reset-password', 'simulate']) {
      assert.ok(
        calls.some(({ words }) => words.join(' ') === known),
        known,
      );
    }
  });

  for (const { words, needed } of calls) {
    const name = words.join(' ');
    it(`says what it takes, and begins nothing: ${name}`, async () => {
      for (const wish of ['--help', '-h']) {
        const { code, stdout, stderr } = await run([...words, wish]);
        assert.deepEqual([code, stderr], [0, '']);
        assert.ok(stdout.startsWith(`Usage: kisima ${name} `), stdout);
        assert.match(stdout, /^Options:$/m);
      }
    });

    it(`says of which version it is: ${name}`, async () => {
      const { code, stdout, stderr } = await run([...words, '--version']);
      assert.deepEqual([code, stdout, stderr], [0, `${about.version}\n`, '']);
    });

    it(`names an option that it does not know: ${name}`, async () => {
      const { code, stdout, stderr } = await run([...words, ...needed, '--no-such-option']);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^error: unknown option '--no-such-option'/);
    });
  }
});
