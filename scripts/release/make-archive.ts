// Makes release/kisima-VERSION-PLATFORM.tar.gz, what runs Kisima without npm and network, and its sum beside
// it: `npm run release`. The same commit makes the same bytes.
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import about from '../../package.json' with { type: 'json' };
import { commitTime, releaseFolder } from './release-folder.ts';
import { platform, stageProgram, sumOf } from './stage-program.ts';

const { values } = parseArgs({
  options: { version: { type: 'string', default: about.version } },
});
const name = `kisima-${values.version}-${platform}`;
const folder = await releaseFolder('archive');
const files = await stageProgram(join(folder, name), values.version);
const archive = join(folder, '..', `${name}.tar.gz`);
const tar = [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  `--mtime=@${await commitTime()}`,
];
await execa('tar', [...tar, '--use-compress-program=gzip -9n', '-C', folder, '-cf', archive, name]);
await writeFile(`${archive}.sha256`, `${await sumOf(archive)}  ${basename(archive)}\n`);
console.log(`${archive}: ${files} files`);
