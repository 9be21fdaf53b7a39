import { runCommand } from '../../../src/cli/run-command.ts';
import type { Command, Ended } from './run-kisima.ts';

// Runs commands one after the other, as `src/cli/kisima.ts` runs one, for `run-kisima.ts`.

const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array): boolean => {
    written[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };
}

// Each log hears of the end of the process, and there are as many as commands.
process.setMaxListeners(0);

/** Ends a command in place of the process. */
class Exit extends Error {}
process.exit = (code) => {
  process.exitCode = code ?? undefined;
  throw new Exit();
};

process.on('message', async ({ args, env }: Command) => {
  await runCommand(args, env).catch((error: unknown) => {
    if (!(error instanceof Exit)) throw error;
  });
  const ended: Ended = { code: Number(process.exitCode ?? 0), signal: null, ...written };
  process.exitCode = undefined;
  written.stdout = '';
  written.stderr = '';
  process.send?.(ended);
});
