import { benchCopy } from './copy.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDetectors } from './detectors.ts';
import { benchFleet } from './fleet.ts';
import { benchHours } from './hours.ts';
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
  fleet: benchFleet,
  hours: benchHours,
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

/** `npm run bench push`: measures one thing, as ratios to a floor measured in the same run. */
const [name = '', ...args] = process.argv.slice(2);
if (name in benches) await benches[name as keyof typeof benches](args);
else {
  console.error(`Usage: npm run bench <${Object.keys(benches).join('|')}>`);
  process.exitCode = 2;
}
