import type { Static } from 'typebox';
import { toIso } from '../../kit/time/instant.ts';
import type { createInstantTexts } from '../sensors/history/instant-texts.ts';
import { presentReading } from '../sensors/reading-schema.ts';
import type { createReportRefused } from './note-device.ts';
import { type PushDeps, type Pushed, type PushedReading, pushReading } from './push.ts';
import { readPush } from './push-form.ts';
import type { PushAnswer } from './schemas.ts';

/** Takes a push as it was sent, by whichever door; resolves once it is durable. */
export type TakePush = (sent: unknown, by?: By) => Promise<Pushed>;

type By = Pick<PushedReading, 'signed' | 'door'>;

/** Makes what takes a push: it finds the device, and notes what it has sent in vain. */
export function createTakePush(
  deps: PushDeps,
  reportRefused: ReturnType<typeof createReportRefused>,
): TakePush {
  return async (sent, by = {}) => {
    try {
      const read = readPush(sent);
      const { mac_address, api_key: apiKey } = read.form;
      const device = await deps.devices.identify(mac_address, { apiKey, ...by });
      return await pushReading(deps, device, { ...read, ...by });
    } catch (error) {
      await reportRefused(sent, error, by);
      throw error;
    }
  };
}

/** @param texts shares how instants of one moment are written. */
export function presentPushed(
  { recorded, ignored }: Pushed,
  texts: ReturnType<typeof createInstantTexts>,
): Static<typeof PushAnswer> {
  const answer: Partial<Static<typeof PushAnswer>> = presentReading(recorded, texts);
  answer.pending_commands = recorded.pending_commands;
  if (recorded.reported_at !== undefined) answer.reported_at = toIso(recorded.reported_at);
  if (ignored.length > 0) answer.ignored = ignored;
  return answer as Static<typeof PushAnswer>;
}
