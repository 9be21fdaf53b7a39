import { parseArgs } from 'node:util';
import { type NumberRule, readNumber } from './option-values.ts';
import type { TankPlan } from './tank/tank-plan.ts';
import { TANK_KINDS, type TankKind } from './tank/use-pattern.ts';

/** What a simulation is to do. */
export interface SimulateOptions {
  url: string;
  devices: number;
  /** Days of history before live readings; 0 for none. */
  days: number;
  /** Simulated seconds between two live readings of a device. */
  everySeconds: number;
  /** Minutes between two readings of the history. */
  historyEveryMinutes: number;
  /** Simulated minutes per real second; 1/60 is real time. */
  speed: number;
  /** Real seconds of live readings; null until the signal. */
  durationSeconds: number | null;
  seed: number;
  /** Requests under way at once, over the whole fleet. */
  concurrency: number;
  email: string;
  password: string;
  kind: TankKind | 'mixed';
  /** Whether networks fail, answers get lost and clocks are wrong. */
  outages: boolean;
  /** The tanks themselves, instead of drawing `devices` of a `kind` by the seed. */
  tanks?: readonly TankPlan[];
}

/** What a command line came to. */
export type ParsedOptions =
  | { kind: 'run'; options: SimulateOptions }
  | { kind: 'help' }
  | { kind: 'wrong'; errors: string[] };

const NUMBERS = {
  devices: { default: 10, min: 1, max: 100_000, whole: true },
  days: { default: 0, min: 0, max: 3650 },
  every: { default: 60, min: 1, max: 86_400 },
  'history-every': { default: 10, min: 0.1, max: 1440 },
  speed: { default: 1 / 60, min: 1e-3, max: 10_000 },
  duration: { default: null, min: 0, max: 31_536_000 },
  seed: { default: 1, min: 0, max: 2 ** 32 - 1, whole: true },
  concurrency: { default: 64, min: 1, max: 10_000, whole: true },
} satisfies Record<string, NumberRule>;

const TEXTS = ['url', 'email', 'password', 'kind', 'outages'] as const;
const NAMES = [...Object.keys(NUMBERS), ...TEXTS];
const KINDS = [...TANK_KINDS, 'mixed'] as const;

export const SIMULATE_HELP = `Usage: kisima simulate [options]

Runs virtual tanks that talk to a server as real devices do. Ctrl-C ends it with a report.

  --url URL              the server (http://127.0.0.1:8080)
  --devices N            how many tanks (10)
  --kind KIND            household, school, farm or mixed (mixed)
  --days N               days of history first, up to now (0); only what the server lacks is sent
  --history-every MIN    minutes between readings of the history (10)
  --every SEC            simulated seconds between live readings (60)
  --speed N              simulated minutes per real second, such as 1 or 1/60 (1/60: real time)
  --duration SEC         real seconds of live readings; 0 for history alone (until Ctrl-C)
  --outages on|off       networks fail, answers get lost, clocks are wrong (on)
  --seed N               the same seed is the same fleet (1)
  --concurrency N        requests under way at once (64)
  --email, --password    the owner's account, registered if unknown (simulate-SEED@kisima.example)
  --help                 this text
`;

/** Reads the arguments after `simulate`; names every one that is wrong, not only the first. */
export function parseSimulateOptions(argv: readonly string[]): ParsedOptions {
  const { values, errors } = readArguments(argv);
  if (values.has('help')) return { kind: 'help' };
  const number = (name: keyof typeof NUMBERS): number | null =>
    readNumber(name, values.get(name), NUMBERS[name], errors);
  const seed = number('seed') ?? 0;
  const options: SimulateOptions = {
    url: readUrl(values.get('url') ?? 'http://127.0.0.1:8080', errors),
    devices: number('devices') ?? 0,
    days: number('days') ?? 0,
    everySeconds: number('every') ?? 0,
    historyEveryMinutes: number('history-every') ?? 0,
    speed: number('speed') ?? 0,
    durationSeconds: number('duration'),
    seed,
    concurrency: number('concurrency') ?? 0,
    email: readEmail(values.get('email') ?? `simulate-${seed}@kisima.example`, errors),
    password: readPassword(values.get('password') ?? 'kisima-simulate', errors),
    kind: readChoice('kind', values.get('kind') ?? 'mixed', KINDS, errors),
    outages: readChoice('outages', values.get('outages') ?? 'on', ['on', 'off'], errors) === 'on',
  };
  if (errors.length === 0) checkPace(options, errors);
  return errors.length > 0 ? { kind: 'wrong', errors } : { kind: 'run', options };
}

function readArguments(argv: readonly string[]): { values: Map<string, string>; errors: string[] } {
  const options = Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }]));
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...options, help: { type: 'boolean' } },
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string>();
  const errors: string[] = [];
  let afterUnknown = -1;
  for (const token of tokens) {
    if (token.kind === 'positional' && token.index !== afterUnknown) {
      errors.push(`unexpected argument '${token.value}'`);
    }
    if (token.kind !== 'option') continue;
    if (token.name === 'help') values.set('help', '');
    else if (!NAMES.includes(token.name)) {
      errors.push(`unknown option ${token.rawName}`);
      afterUnknown = token.index + 1;
    } else if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      errors.push(`${token.rawName} needs a value`);
    } else values.set(token.name, token.value);
  }
  return { values, errors };
}

function readUrl(text: string, errors: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    errors.push(`--url must be an http or https address, not '${text}'`);
  }
  return text;
}

function readEmail(text: string, errors: string[]): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) errors.push(`--email must be an e-mail address: '${text}'`);
  return text;
}

function readPassword(text: string, errors: string[]): string {
  // The service's own limit (section 8); the text itself is a secret and not echoed.
  if (text.length < 8) errors.push('--password must have at least 8 characters');
  return text;
}

function readChoice<T extends string>(
  name: string,
  text: string,
  choices: readonly [T, ...T[]],
  errors: string[],
): T {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) errors.push(`--${name} must be ${choices.join(', ')}, not '${text}'`);
  return found ?? choices[0];
}

/** Instants are milliseconds: two readings of a device in one would be the same reading. */
function checkPace(options: SimulateOptions, errors: string[]): void {
  const readingsPerSecond = (options.speed * 60) / options.everySeconds;
  if (readingsPerSecond > 100) {
    errors.push(
      `--speed and --every make ${Math.round(readingsPerSecond)} readings a second and device; at most 100`,
    );
  }
}
