import { type Static, Type } from 'typebox';
import { inLink } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
} from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { deviceRoles, roleOfRank } from '../access.ts';
import { longestDeviceName } from '../device-rules.ts';
import { DeviceId, Latitude, Longitude, MacOrSerial, NewMacOrSerial } from '../fields.ts';
import { isOnline } from '../presence.ts';
import type { Fix } from './find-fixes.ts';
import type { DeviceRecord } from './queries.ts';

/** Longest silence that people may allow a device: 30 days. */
const longestSilenceMinutes = 43_200;

export const longestPage = 500;

export const ListQuery = FormObject({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: longestPage, default: longestPage })),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: inLink('Id of the last device'),
    }),
  ),
});

export const Registration = Type.Object({ mac_or_serial: NewMacOrSerial });

export const ExistsQuery = FormObject({ mac: MacOrSerial });

export const Renaming = Type.Object({
  mac_or_serial: MacOrSerial,
  device_name: OptionalNullable(
    Line(longestDeviceName, { description: '`null` takes the name away; left out, it stays.' }),
  ),
});

export const Placing = Type.Object({
  device_id: DeviceId,
  latitude: Nullable(Latitude, { description: '`null`, with `longitude`, takes the place away.' }),
  longitude: Nullable(Longitude),
});

export const Silencing = Type.Object({
  device_id: DeviceId,
  silent_after_minutes: Nullable(Type.Integer({ minimum: 1, maximum: longestSilenceMinutes }), {
    description: '`null` leaves it to the rhythm of the device.',
  }),
});

export const DeviceById = FormObject({ id: DeviceId });

export const KeyRequest = Type.Object({
  device_id: DeviceId,
  rotate: OptionalNullable(
    Type.Boolean({
      description:
        'Makes a new key; the old one ends at once, or as `overlap_hours` says. The old one of a device that must sign goes on for 24 hours.',
    }),
  ),
  overlap_hours: OptionalNullable(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      description: 'With `rotate`: how long the old key goes on, or until the new one is used.',
    }),
  ),
  required: OptionalNullable(
    Type.Boolean({ description: 'Whether the device must send its key from now on.' }),
  ),
  only_signed: OptionalNullable(
    Type.Boolean({
      description: 'Whether its messages must be signed from now on; for the owner alone.',
    }),
  ),
});

export const Location = Named(
  'Location',
  Type.Object({
    latitude: Latitude,
    longitude: Longitude,
    recorded_at: Instant,
  }),
);

const locationSources = ['device', 'person'] as const;

const Position = Named(
  'Position',
  Type.Object({
    ...Location.properties,
    source: OneOf(locationSources, {
      description: 'Whether the device said so, or a person by `update-location`.',
    }),
  }),
);

export const Device = Named(
  'Device',
  Type.Object({
    id: Type.String(),
    mac_or_serial: Type.String(),
    device_name: Nullable(Type.String()),
    is_primary: Type.Boolean({ description: "The first of the caller's own devices." }),
    online: Type.Boolean(),
    last_seen_at: Nullable(Instant),
    silent_after_minutes: Nullable(Type.Integer(), {
      description:
        'Minutes of silence after which it is offline, as its people said by `update-silence`; `null` while its own rhythm decides.',
    }),
    location: Nullable(Position),
    created_at: Instant,
    role: OneOf(deviceRoles, { description: 'What the caller is at this device.' }),
  }),
);

export const Presence = Type.Object({ has_device: Type.Boolean(), count: Type.Integer() });
export const Existence = Type.Object({ exists: Type.Boolean(), owned_by_me: Type.Boolean() });
export const Removed = Type.Object({ id: Type.String(), removed: Type.Literal(true) });
export const DeviceKey = Named(
  'DeviceKey',
  Type.Object({ device_id: Type.String(), api_key: Type.String() }),
);

export const Whereabouts = Named(
  'Whereabouts',
  Type.Object({
    device_id: Type.String(),
    online: Type.Boolean(),
    location: Nullable(Position),
    history: Type.Array(Location, { description: 'Up to ten, newest first.' }),
  }),
);

/** How to tell, at one instant, who is online. */
export type Moment = { now: number; onlineMs: number };

export function presentDevice(
  device: DeviceRecord,
  { now, onlineMs }: Moment,
): Static<typeof Device> {
  return {
    id: String(device.id),
    mac_or_serial: device.mac_or_serial,
    device_name: device.name,
    is_primary: device.id === device.primary_id,
    online: isOnline(device, now, onlineMs),
    last_seen_at: toIsoOrNull(device.last_seen_at),
    silent_after_minutes: device.silent_after_minutes,
    location: locationOf(device),
    created_at: toIso(device.created_at),
    role: roleOfRank(device.role),
  };
}

export function presentWhereabouts(
  device: DeviceRecord,
  fixes: Fix[],
  { now, onlineMs }: Moment,
): Static<typeof Whereabouts> {
  return {
    device_id: String(device.id),
    online: isOnline(device, now, onlineMs),
    location: locationOf(device),
    history: fixes.map(presentFix),
  };
}

/** What a person said holds, whatever the device says later. */
function locationOf(device: DeviceRecord): Static<typeof Position> | null {
  const { placed_latitude, placed_longitude, placed_at } = device;
  if (placed_latitude !== null && placed_longitude !== null && placed_at !== null) {
    const place = { latitude: placed_latitude, longitude: placed_longitude };
    return { ...presentFix({ ...place, recorded_at: placed_at }), source: 'person' };
  }
  const { latitude, longitude, located_at } = device;
  if (latitude === null || longitude === null || located_at === null) return null;
  return { ...presentFix({ latitude, longitude, recorded_at: located_at }), source: 'device' };
}

function presentFix({ latitude, longitude, recorded_at }: Fix): Static<typeof Location> {
  return { latitude, longitude, recorded_at: toIso(recorded_at) };
}
