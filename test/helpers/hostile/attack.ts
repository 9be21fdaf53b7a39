// All hostile clients at once, as a program of its own, so that what they take of a processor is not
// taken from who measures: node attack.ts URL. It goes on until its standard input ends. Attackers are on
// machines of their own, so that here the work of their side yields to that of the server.
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { registerOwner } from '../server/process-client.ts';
import { fillAWeek } from '../water/fill-a-week.ts';
import { startAbandoner } from './abandoner.ts';
import { startPasswordChanger } from './password-changer.ts';
import { startPipeliner } from './pipeliner.ts';
import { hoardStreams } from './stream-hoarder.ts';

const [url = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_LOW);
const [reader, changer, hoarder] = [
  await registerOwner(url, 1),
  await registerOwner(url, 0),
  await Promise.all(Array.from({ length: 40 }, () => registerOwner(url, 0))),
];
const [device] = reader.devices;
if (!device) throw new Error('no device');
await fillAWeek(url, device.mac);

const pipeliner = startPipeliner({ url, sockets: 50, requests: 1400 });
const abandoner = startAbandoner({
  url,
  path: `/api/sensors.php?action=history&device_id=${device.id}&hours=168`,
  token: reader.token,
  atOnce: 200,
  hangUpAfterMs: 20,
});
const passwords = startPasswordChanger(url, changer, 150);
const hoard = await hoardStreams({ url, tokens: hoarder.map(({ token }) => token), most: 5000 });
console.log('attacking');

process.stdin.resume();
await once(process.stdin, 'end');
pipeliner.stop();
hoard.letGo();
const [histories, changes] = await Promise.all([abandoner.stop(), passwords.stop()]);
console.log(
  JSON.stringify({
    'sockets of the pipeliner that were closed': pipeliner.closed(),
    'histories asked for and left': histories.sent,
    'changes of a password by status': Object.fromEntries(changes),
    'streams that were open': hoard.open,
    'the next one was answered': hoard.refusedWith,
  }),
);
process.exit(0);
