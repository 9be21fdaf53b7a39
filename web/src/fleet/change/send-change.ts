import { callRaw } from '../../api/call.ts';
import type { DeviceImport } from '../../api/operations.ts';
import { followImport } from '../../imports/running-import.ts';

/** Hands a change to the server, which works on it by itself, and follows it. */
export async function sendChange(file: string, name: string): Promise<DeviceImport> {
  const parts = { query: { file: name.slice(0, 200) }, body: file };
  const response = await callRaw('POST /api/imports', parts);
  const job = (await response.json()) as DeviceImport;
  followImport(job);
  return job;
}
