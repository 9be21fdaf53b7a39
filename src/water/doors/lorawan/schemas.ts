import { type Static, Type } from 'typebox';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  RecordId,
} from '../../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../../kit/time/instant.ts';
import { BatchAnswer } from '../../direct/batch/schemas.ts';
import { DeviceId } from '../../fields.ts';
import type { MappingSource } from './choose-mapping.ts';
import type { KeptMessage } from './kept-message.ts';
import { Mapping, Profile } from './mapping.ts';
import type { MappingRow, Secret } from './queries.ts';
import { networks } from './uplink.ts';

/** Outcomes of a call of a webhook, all of them 200: another try of the same would end the same. */
const statuses = [
  'stored',
  'repeated',
  'refused',
  'no_reading',
  'unknown_device',
  'ignored',
  'received',
  'not_received',
] as const;

export const WebhookAnswer = Named(
  'LorawanAnswer',
  Type.Object({
    status: OneOf(statuses, {
      description:
        '`no_reading`: the frame says nothing of a level. `unknown_device`: its DevEUI is no device of the account. `ignored`: an event that is neither an uplink nor of a downlink of ours. `received`, `not_received`: whether the device has confirmed such a downlink.',
    }),
    ...BatchAnswer.properties,
  }),
);
export type WebhookAnswer = Static<typeof WebhookAnswer>;

export const noReadings = { stored: 0, repeated: 0, refused: 0, results: [], pending_commands: 0 };

/** Loose: network servers send more, and leave out what is empty. */
export const ChirpstackEvent = Named(
  'ChirpstackEvent',
  Type.Object({
    deduplicationId: Type.Optional(Type.String({ maxLength: 200 })),
    time: Type.Optional(Type.String({ maxLength: 200 })),
    deviceInfo: Type.Optional(
      Type.Object({
        devEui: Type.Optional(
          Type.String({ maxLength: 40, description: 'The serial of a device of the account.' }),
        ),
        deviceProfileName: Type.Optional(Type.String({ maxLength: 200 })),
      }),
    ),
    fPort: Type.Optional(Type.Integer()),
    data: Type.Optional(Type.String({ maxLength: 1000, description: 'The frame, in base64.' })),
    object: Type.Optional(Type.Unknown()),
  }),
);

export const TtsMessage = Named(
  'TheThingsStackMessage',
  Type.Object({
    end_device_ids: Type.Optional(
      Type.Object({
        dev_eui: Type.Optional(
          Type.String({ maxLength: 40, description: 'The serial of a device of the account.' }),
        ),
      }),
    ),
    received_at: Type.Optional(Type.String({ maxLength: 200 })),
    uplink_message: Type.Optional(
      Type.Object({
        session_key_id: Type.Optional(Type.String({ maxLength: 200 })),
        f_port: Type.Optional(Type.Integer()),
        f_cnt: Type.Optional(Type.Integer()),
        frm_payload: Type.Optional(
          Type.String({ maxLength: 1000, description: 'The frame, in base64.' }),
        ),
        decoded_payload: Type.Optional(Type.Unknown()),
        received_at: Type.Optional(Type.String({ maxLength: 200 })),
      }),
    ),
  }),
);

export const EventQuery = FormObject({
  event: Type.Optional(
    Line(40, { description: 'As ChirpStack adds it; all but `up` are answered and ignored.' }),
  ),
});

const secretParts = {
  id: Type.Integer(),
  name: Type.String(),
  network: OneOf(networks),
  prefix: Type.String({ description: 'How the secret begins, to tell it from others.' }),
  created_at: Instant,
};

export const NewSecret = Type.Object({
  name: Line(100, { description: 'Of the network server, such as `ChirpStack at the estate`.' }),
  network: OneOf(networks, { description: '`tts` is The Things Stack.' }),
});

export const CreatedSecret = Named(
  'CreatedLorawanSecret',
  Type.Object({
    ...secretParts,
    secret: Type.String({ description: 'Shown this once; only its hash is stored.' }),
  }),
);

export const SecretAnswer = Named(
  'LorawanSecret',
  Type.Object({
    ...secretParts,
    last_used_at: Type.Union([Instant, Type.Null()], { description: 'Give or take an hour.' }),
  }),
);

export function presentSecretParts({ id, name, network, prefix, created_at }: Secret) {
  const of = network as (typeof networks)[number];
  return { id, name, network: of, prefix, created_at: toIso(created_at) };
}

export function presentSecret(secret: Secret): Static<typeof SecretAnswer> {
  return { ...presentSecretParts(secret), last_used_at: toIsoOrNull(secret.last_used_at) };
}

export const NewMapping = Type.Object({ profile: Profile, mapping: Mapping });

export const StoredMapping = Named(
  'StoredLorawanMapping',
  Type.Object({
    id: Type.Integer(),
    profile: Nullable(Type.String()),
    mapping: Mapping,
    changed_at: Instant,
  }),
);

export const Mappings = Named(
  'LorawanMappings',
  Type.Object({
    ready: Type.Array(
      Type.Object({
        model: Type.String(),
        name: Type.String(),
        mapping: Mapping,
        decoded: Type.Unsafe<Static<typeof Mapping>>({
          ...Mapping,
          description: 'The same by the names of the decoder that the maker publishes.',
        }),
      }),
    ),
    own: Type.Array(StoredMapping),
  }),
);

export function presentMapping(row: MappingRow): Static<typeof StoredMapping> {
  return {
    id: row.id,
    profile: row.profile === '' ? null : row.profile,
    mapping: JSON.parse(row.mapping) as Static<typeof Mapping>,
    changed_at: toIso(row.changed_at),
  };
}

const Message = Named(
  'LorawanMessage',
  Type.Object({
    network: OneOf(networks),
    profile: Nullable(Type.String()),
    f_port: Type.Integer(),
    data: Type.String({ description: 'The frame, in base64.' }),
    decoded: Type.Unknown({
      description: 'What the network server decoded; null where it is too large to be kept.',
    }),
    received_at: Nullable(Type.String()),
    signal_dbm: Nullable(Type.Number()),
  }),
);

const Previewed = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  description: 'Readings as they would be pushed; none where the message says nothing of a level.',
});

export const HeardDevices = Type.Array(
  Named(
    'LorawanDevice',
    Type.Object({
      device_id: Type.String(),
      mac_or_serial: Type.String(),
      device_name: Nullable(Type.String()),
      heard_at: Instant,
      source: OneOf(['profile', 'ready', 'default', 'none'] as const satisfies MappingSource[], {
        description: 'Whose mapping reads it: of its profile, a ready one, the one for all others.',
      }),
      message: Message,
      readings: Previewed,
    }),
  ),
);

/** The answer's message of what is kept, which was stored by us. */
export function presentMessage(text: string): KeptMessage {
  return JSON.parse(text) as KeptMessage;
}

export const PreviewForm = Type.Object({
  device_id: DeviceId,
  mapping: Mapping,
});

export const Preview = Named(
  'LorawanPreview',
  Type.Object({
    readings: Previewed,
    errors: Type.Array(Type.String(), {
      description: 'Why readings would be refused, as far as they say it themselves.',
    }),
  }),
);

export const DevicesQuery = FormObject({
  after: Type.Optional(RecordId),
});
