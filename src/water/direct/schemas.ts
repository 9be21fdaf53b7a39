import { type Static, Type } from 'typebox';
import { FormObject, Named, RecordId } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Delivered } from '../pump-commands/deliver-commands.ts';
import { Command, presentCommand } from '../pump-commands/schemas.ts';
import type { createInstantTexts } from '../sensors/history/instant-texts.ts';
import { presentReading, Reading } from '../sensors/reading-schema.ts';
import type { Pushed } from './push.ts';
import { ApiKey, MacAddress } from './push-form.ts';

export const PushAnswer = Named(
  'Pushed',
  Type.Object({
    ...Reading.properties,
    pending_commands: Type.Integer({ description: 'Commands that wait for the device.' }),
    reported_at: Type.Optional(
      Type.String({
        description:
          'What the device said of `recorded_at`, where its clock is known to be wrong and that was set right.',
      }),
    ),
    ignored: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
        description:
          'Fields that were left out since they mean nothing, and why; only where there are any.',
      }),
    ),
  }),
);

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

export const PollQuery = FormObject({ mac_address: MacAddress, api_key: ApiKey });

export const PolledCommand = Named(
  'PolledCommand',
  Type.Object({
    command_id: Type.Integer(),
    ...Command.properties,
    run_at_most_s: Type.Optional(
      Type.Integer({
        description:
          'Seconds after which the device is to switch the pump off by itself; only of an `on`.',
      }),
    ),
  }),
);

/** @param now decides whether a pending command has expired. */
export function presentPolled(
  { command, limit }: Delivered,
  now: number,
): Static<typeof PolledCommand> {
  return {
    command_id: command.id,
    ...presentCommand(command, now),
    ...(limit && {
      turn_off_above: limit.stopLevel,
      run_at_most_s: Math.floor(limit.leftMs / 1000),
    }),
  };
}

export const AckForm = Named(
  'Acknowledgement',
  FormObject({
    mac_address: MacAddress,
    command_id: RecordId,
    api_key: ApiKey,
  }),
);
