import { effect, signal } from '@preact/signals';
import { call, callRaw } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import type { DeviceImport } from '../api/operations.ts';
import { token } from '../api/session.ts';
import { readStored, removeStored, writeStored } from '../kit/stored.ts';
import { loadTanks } from '../tanks/tanks.ts';

const key = 'kisima.import';
/** Id of the one that was a change of chosen devices. */
const changeKey = 'kisima.import.change';
const everyMs = 2000;

/** The import that was begun here last, until its end was seen: the server goes on with it by itself. */
export const runningImport = signal<DeviceImport | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Hands the lines of a CSV file to the server, which takes them by itself, and follows it.
 * @param file name of at most 200 characters by which it is listed.
 */
export async function startImport(file: string, lines: string): Promise<DeviceImport> {
  const job = await send(file, lines);
  followImport(job);
  return job;
}

/** The same for a change of chosen devices. @param what is done to them, such as `Share with asha@example.com`. */
export async function startChange(what: string, lines: string): Promise<DeviceImport> {
  const job = await send(what.slice(0, 200), lines);
  writeStored(changeKey, job.id);
  followImport(job);
  return job;
}

/** True if an import was a change of chosen devices, whose name says what is done. */
export function isChange({ id }: Pick<DeviceImport, 'id'>): boolean {
  return readStored<number>(changeKey) === id;
}

async function send(file: string, lines: string): Promise<DeviceImport> {
  const response = await callRaw('POST /api/imports', { query: { file }, body: lines });
  return (await response.json()) as DeviceImport;
}

/** Follows an import on every screen, also after the app was closed and opened again. */
export function followImport(job: DeviceImport): void {
  writeStored(key, job.id);
  show(job);
}

/** Ends the following, once its end was seen. */
export function forgetImport(): void {
  clearTimeout(timer);
  removeStored(key);
  removeStored(changeKey);
  runningImport.value = undefined;
}

function show(job: DeviceImport): void {
  const wasRunning = runningImport.peek()?.status === 'running';
  runningImport.value = job;
  clearTimeout(timer);
  if (job.status === 'running') timer = setTimeout(() => void look(job.id), everyMs);
  else if (wasRunning) void loadTanks();
}

async function look(id: number): Promise<void> {
  try {
    show(await call('GET /api/imports/{id}', { path: { id } }));
  } catch (failure) {
    if (failure instanceof Failure && failure.status === 404) forgetImport();
    // Without a network it is asked for again.
    else timer = setTimeout(() => void look(id), everyMs * 5);
  }
}

// The next person to sign in may be somebody else.
effect(() => {
  const id = readStored<number>(key);
  if (token.value === undefined) forgetImport();
  else if (id !== undefined && runningImport.peek()?.id !== id) void look(id);
});
