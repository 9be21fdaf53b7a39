import { type Static, Type } from 'typebox';
import { fault } from '../../../../kit/api/failures/faults.ts';
import {
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  RecordId,
  Shaped,
} from '../../../../kit/api/schema/schema.ts';
import { toIso } from '../../../../kit/time/instant.ts';
import { DeviceId, SensorName } from '../../../fields.ts';
import { type Network, networks } from '../uplink.ts';
import { longestFrame, offPattern, onPattern } from './frames.ts';
import type { Downlink, PumpInUse, ServerRow } from './queries.ts';
import { readQueued } from './queued.ts';
import type { ReadyFrames } from './ready-frames.ts';

const longestUrl = 500;

const serverParts = {
  network: OneOf(networks, { description: '`tts` is The Things Stack.' }),
  url: Type.String({
    minLength: 1,
    maxLength: longestUrl,
    description: 'Where its API is, such as `https://eu1.cloud.thethings.network`.',
  }),
};

export const NewServer = Type.Object({
  ...serverParts,
  api_key: Line(500, { description: 'Stored sealed, and never shown again.' }),
  webhook_id: Type.Optional(
    Nullable(Line(100), {
      description: 'Of The Things Stack alone, where it is required: the id of the webhook there.',
    }),
  ),
});

export const ServerAnswer = Named(
  'LorawanServer',
  Type.Object({
    id: Type.Integer(),
    ...serverParts,
    webhook_id: Nullable(Type.String()),
    changed_at: Instant,
  }),
);

export function presentServer(row: ServerRow): Static<typeof ServerAnswer> {
  const { id, network, url, webhook_id, changed_at } = row;
  return { id, network: network as Network, url, webhook_id, changed_at: toIso(changed_at) };
}

const frameFormat = 'frame in hexadecimal';
const pumpParts = {
  sensor_name: SensorName,
  server_id: { ...RecordId, description: 'The network server that takes its downlinks.' },
  f_port: Type.Integer({ minimum: 1, maximum: 223 }),
  on: Shaped(onPattern, fault('format', { format: `${frameFormat}, such as 05 00 12 {ms4}` }), {
    maxLength: longestFrame,
    description:
      'In hexadecimal, with places for where the run ends: `{s2}` seconds in two bytes, `{ms4}` milliseconds, `{min1}` minutes, `{percent1}` the level; `le` behind the number for the lowest byte first.',
  }),
  off: Shaped(offPattern, fault('format', { format: `${frameFormat}, such as 03 00 11` }), {
    maxLength: longestFrame,
  }),
  stops_by_itself: Type.Boolean({
    description:
      'That the board ends a run by a limit of its own; without it `on` must have a place for the time.',
  }),
  receipt_is_done: Type.Boolean({
    description:
      'Whether a confirmed frame counts as an acknowledgement. Else the pump status of a later uplink does.',
  }),
};

export const NewPump = Type.Object({ device_id: DeviceId, ...pumpParts });
export type NewPump = Static<typeof NewPump>;

/** As they were saved. */
const Frames = { f_port: Type.Integer(), on: Type.String(), off: Type.String() };

export const PumpAnswer = Named(
  'LorawanPump',
  Type.Object({
    device_id: Type.String(),
    mac_or_serial: Type.String(),
    device_name: Nullable(Type.String()),
    sensor_name: Type.String(),
    server_id: Type.Integer(),
    ...Frames,
    stops_by_itself: Type.Boolean(),
    receipt_is_done: Type.Boolean(),
    queued: Nullable(Type.Integer(), {
      description:
        'Commands that its network server holds, or has passed on, of those that wait; null while that is not known.',
    }),
    error: Nullable(Type.String(), {
      description: 'Why its network server could not be told, while that is tried again.',
    }),
  }),
);

export function presentPump(
  pump: PumpInUse,
  downlink: Downlink | undefined,
): Static<typeof PumpAnswer> {
  return {
    device_id: String(pump.device_id),
    mac_or_serial: pump.mac_or_serial,
    device_name: pump.name,
    sensor_name: pump.sensor_name,
    server_id: pump.server_id,
    f_port: pump.f_port,
    on: pump.on_frame,
    off: pump.off_frame,
    stops_by_itself: pump.stops_by_itself === 1,
    receipt_is_done: pump.receipt_is_done === 1,
    queued: readQueued(pump.queued)?.commands.length ?? null,
    error: downlink?.last_error ?? null,
  };
}

const Ready = Type.Object({ model: Type.String(), name: Type.String(), ...Frames });

export const PumpsAnswer = Named(
  'LorawanPumps',
  Type.Object({ ready: Type.Array(Ready), own: Type.Array(PumpAnswer) }),
);
export type PumpsAnswer = { ready: ReadyFrames[]; own: Static<typeof PumpAnswer>[] };
