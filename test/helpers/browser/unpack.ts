// Unpacks files of `@sparticuz/chromium` into the folder that `TMPDIR` names, as the package does.
import { inflate } from '@sparticuz/chromium';

for (const file of process.argv.slice(2)) await inflate(file);
