import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const memory = '/dev/shm';
/** Several times what a whole run has there at once. */
const leastRoom = 3 * 2 ** 30;
/** Of Linux's `statfs`. */
const tmpfs = 0x01021994;

/**
 * Makes a folder for all data of tests that are many: in memory where there is room, else on the disk.
 * Writing to a disk, and waiting until it has written, would be a third of what they take. What a test
 * kills is a process, which loses as little in memory as on a disk.
 */
export async function makePlaceOfTests(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(hasRoom(memory) ? memory : tmpdir(), 'kisima-tests-'));
  // PostgreSQL runs as another user where root runs the tests, and has to get at its own folder inside.
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Makes an empty folder in the place that `TEST_FOLDER` names, else on the disk; the test removes it. */
export async function makeTestFolder(purpose: string): Promise<string> {
  return await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), `kisima-${purpose}-`));
}

/** True if this folder is in memory; false where that is unknown. */
export function isInMemory(folder: string): boolean {
  try {
    return statfsSync(folder).type === tmpfs;
  } catch {
    return false;
  }
}

function hasRoom(folder: string): boolean {
  if (!isInMemory(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= leastRoom;
}
