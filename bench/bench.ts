import { benchCopy } from './copy.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDetectors } from './detectors.ts';
import { benchDoors } from './doors/doors.ts';
import { benchFleet } from './fleet.ts';
import { benchHours } from './hours.ts';
import { benchImport } from './import.ts';
import { benchInflux } from './influx/influx.ts';
import { benchLeaks } from './leaks.ts';
import { benchLedger } from './ledger.ts';
import { benchMemory } from './memory.ts';
import { benchPush } from './push/push.ts';
import { benchRead } from './read/read.ts';
import { benchSilence } from './silence.ts';
import { benchSize } from './size.ts';
import { benchSms } from './sms/sms.ts';
import { benchStart } from './start.ts';
import { benchWal } from './wal.ts';

const benches = {
  copy: benchCopy,
  dashboard: benchDashboard,
  detectors: benchDetectors,
  doors: benchDoors,
  fleet: benchFleet,
  hours: benchHours,
  import: benchImport,
  influx: benchInflux,
  leaks: benchLeaks,
  ledger: benchLedger,
  memory: benchMemory,
  push: benchPush,
  read: benchRead,
  silence: benchSilence,
  size: benchSize,
  sms: benchSms,
  start: benchStart,
  wal: benchWal,
};

const usage = `Usage: npm run bench <${Object.keys(benches).join('|')}>`;

/** `npm run bench push`: measures one thing, as ratios to a floor measured in the same run. */
const [name = '', ...args] = process.argv.slice(2);
try {
  const bench = Object.hasOwn(benches, name) && benches[name as keyof typeof benches];
  if (bench) await bench(args);
  else refuse(usage);
} catch (error) {
  if (!isAboutArguments(error)) throw error;
  refuse(`${name}: ${error.message}`);
}

/** Said by `node:util`'s `parseArgs` of an option that a benchmark does not have. */
function isAboutArguments(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}
