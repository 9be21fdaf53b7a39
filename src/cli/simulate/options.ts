import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { premisesKinds } from '../../simulator/premises.ts';
import { sensors } from '../../simulator/sensor.ts';
import type { FleetChoices, TankPlan } from '../../simulator/tank-plan.ts';
import { CommandError } from '../command-error.ts';
import type { ConnectionChoices } from './connection.ts';
import { tallyLegend } from './report.ts';

/** Blackout of all devices of a fleet, its start and duration in real seconds. */
export type Blackout = {
  /** After the first live reading may come. */
  afterSeconds: number;
  seconds: number;
};

export type SimulateOptions = FleetChoices &
  ConnectionChoices & {
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
    /** Requests under way at once, over the whole fleet. */
    concurrency: number;
    blackout: Blackout | null;
    /** Owners over which the devices are distributed evenly. */
    accounts: number;
    email: string;
    password: string;
    /** Plans of the tanks, instead of drawing `devices` of a `kind` by the seed. */
    tanks?: readonly TankPlan[];
  };

type Renamed = 'everySeconds' | 'historyEveryMinutes' | 'durationSeconds' | 'outages';
type Optional = 'email' | 'blackout' | 'ca';
/** The options as commander reads them, by their names. */
type Given = Omit<SimulateOptions, Renamed | Optional> &
  Partial<Pick<SimulateOptions, Optional>> & {
    every: number;
    historyEvery: number;
    duration?: number;
    outages: 'on' | 'off';
  };

const sensorHelp = `
Sensors: noise as a share of the tank's height, and what else is wrong with them
  ideal  no error at all
  good   0.3 %, twice that while the tank fills; counts millimetres; a spike in 1000 readings
  usual  1 %, 2.5 times that while it fills; counts whole centimetres; a spike in 200; has no
         thermometer; loses the echo in the top 10 cm and repeats its last value
  poor   2 %, 3 times that while it fills; counts whole percents; a spike in 50; hangs under a hot
         lid; loses the echo in the top 20 cm and reads full`;

export function addSimulateCommand(
  program: Command,
  run: (options: SimulateOptions) => Promise<void>,
): void {
  const kinds = [...premisesKinds, 'mixed'];
  const outages = 'networks fail, answers get lost, clocks are wrong';
  program
    .command('simulate')
    .description('run a fleet of virtual tanks against a server; Ctrl-C ends it with a report')
    .option('--url <url>', 'the server', readUrl, 'http://127.0.0.1:8080')
    .option('--devices <n>', 'how many tanks', wholeFrom(1, 1_000_000), 10)
    .addOption(new Option('--kind <kind>', 'whose tanks').choices(kinds).default('mixed'))
    .addOption(
      new Option('--sensor <grade>', 'how true their sensors are; see below')
        .choices(Object.keys(sensors))
        .default('good'),
    )
    .option('--days <n>', 'days of history that the server lacks, sent first', from(0, 3650), 0)
    .option('--history-every <min>', 'minutes between readings of it', from(0.1, 1440), 10)
    .option('--every <sec>', 'simulated seconds between live readings', from(1, 86_400), 60)
    .addOption(
      new Option('--speed <n>', 'simulated minutes per real second, such as 1 or 1/60')
        .argParser(from(1e-3, 10_000))
        .default(1 / 60, '1/60: real time'),
    )
    .option('--duration <sec>', 'real seconds of live readings; 0 for none', from(0, 31_536_000))
    .addOption(new Option('--outages <on|off>', outages).choices(['on', 'off']).default('on'))
    .option(
      '--blackout <after,for>',
      'real seconds of live readings after which all devices lose the network, and for how long',
      readBlackout,
    )
    .addOption(
      new Option(
        '--connections <kept|new>',
        'a device keeps its connection, or opens one each time',
      )
        .choices(['kept', 'new'])
        .default('kept'),
    )
    .option(
      '--sockets <n>',
      'connections kept at once; the other devices open one each time',
      wholeFrom(1, 100_000),
      10_000,
    )
    .option('--ca <file>', 'certificates (PEM) to trust in place of the usual ones', readText)
    .option('--seed <n>', 'the same seed is the same fleet', wholeFrom(0, 2 ** 32 - 1), 1)
    .option('--concurrency <n>', 'requests under way at once', wholeFrom(1, 10_000), 64)
    .option('--accounts <n>', 'owners that the devices belong to in turn', wholeFrom(1, 1000), 1)
    .option('--email <email>', "the owner's account, registered if unknown", readEmail)
    .option('--password <text>', 'its password', 'kisima-simulate')
    .addHelpText('after', `${sensorHelp}\n\nWhile it runs:\n${tallyLegend}`)
    .action((given: Given) => run(toOptions(given)));
}

function toOptions(given: Given): SimulateOptions {
  const { every, historyEvery, duration = null, outages, ...same } = given;
  // Commander would repeat the text of an option that it refuses, and this one is a secret.
  if (given.password.length < 8) {
    throw new CommandError('--password must have at least 8 characters.');
  }
  // Instants are milliseconds: two readings of a device in one would be the same reading.
  const readingsPerSecond = (given.speed * 60) / every;
  if (readingsPerSecond > 100) {
    throw new CommandError(
      `--speed and --every make ${Math.round(readingsPerSecond)} readings a second and device; at most 100.`,
    );
  }
  return {
    email: `simulate-${given.seed}@kisima.example`,
    blackout: null,
    ca: null,
    ...same,
    everySeconds: every,
    historyEveryMinutes: historyEvery,
    durationSeconds: duration,
    outages: outages === 'on',
  };
}

/** Reads a decimal or a fraction such as 1/60. */
function from(min: number, max: number, noun = 'a number', isFit = Number.isFinite) {
  return (text: string): number => {
    const [, above, below = '1'] = /^(-?\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
    const value = Number(above) / Number(below);
    if (value >= min && value <= max && isFit(value)) return value;
    throw new InvalidArgumentError(`It must be ${noun} from ${min} to ${max}.`);
  };
}

function wholeFrom(min: number, max: number) {
  return from(min, max, 'a whole number', Number.isInteger);
}

/** Reads two numbers of seconds, such as 600,300. */
function readBlackout(text: string): Blackout {
  const [after, length, ...more] = text.split(',');
  if (length === undefined || more.length > 0) {
    throw new InvalidArgumentError('It must be two numbers of seconds, such as 600,300.');
  }
  const seconds = from(0.001, 31_536_000);
  return { afterSeconds: from(0, 31_536_000)(after ?? ''), seconds: seconds(length) };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new InvalidArgumentError('It must be a file that can be read.');
  }
}

function readUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new InvalidArgumentError('It must be an http or https address.');
}

function readEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be an e-mail address.');
}
