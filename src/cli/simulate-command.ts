import { runSimulateCommand } from './simulate/run-simulate-command.ts';

/** `kisima simulate …`: Ctrl-C ends the fleet politely, with its closing table. */
export async function simulateCommand(args: string[]): Promise<void> {
  const leaving = new AbortController();
  process.once('SIGINT', () => leaving.abort());
  process.exitCode = await runSimulateCommand(args, {
    stdout: process.stdout,
    stderr: process.stderr,
    signal: leaving.signal,
  });
}
