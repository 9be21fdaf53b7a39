import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An empty folder below `release/`, which git ignores, for what one of the scripts puts together. */
export async function releaseFolder(name: string): Promise<string> {
  const folder = `${root}release/${name}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

/** When the last commit was made, in seconds; `SOURCE_DATE_EPOCH` where there is no git. */
export async function commitTime(): Promise<string> {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given) return given;
  return (await execa('git', ['log', '-1', '--format=%ct'], { cwd: root })).stdout;
}
