import { createProgress, type ProgressStream } from '../progress.ts';
import { nodeSimulateIo } from './io/node-io.ts';
import { parseSimulateOptions, SIMULATE_HELP } from './options.ts';
import { reportTable } from './report-table.ts';
import { type SimulateIo, simulate } from './simulate.ts';
import { SimulationError } from './simulation-error.ts';

/** What the command is given by whoever runs it; the signal is Ctrl-C. */
export interface CommandIo {
  stdout: NodeJS.WritableStream;
  /** Progress and errors go here, so that the report can be redirected alone. */
  stderr: ProgressStream;
  signal: AbortSignal;
  /** The outside world; tests bring their own. */
  simulateIo?: SimulateIo;
}

/**
 * `kisima simulate`: runs a fleet and prints the closing table, also after Ctrl-C. Resolves with
 * the exit code: 0 done, 1 the server cannot be reached or refuses, 2 wrong options.
 */
export async function runSimulateCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseSimulateOptions(argv);
  if (parsed.kind === 'help') {
    io.stdout.write(SIMULATE_HELP);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    for (const error of parsed.errors) io.stderr.write(`simulate: ${error}\n`);
    io.stderr.write('simulate: --help lists the options\n');
    return 2;
  }
  const world =
    io.simulateIo ??
    nodeSimulateIo(
      io.signal,
      createProgress(io.stderr, () => Date.now()),
    );
  try {
    io.stdout.write(reportTable(await simulate(parsed.options, world)));
    return 0;
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    io.stderr.write(`simulate: ${error.message}\n`);
    return 1;
  }
}
