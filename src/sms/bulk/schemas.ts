import { type Static, Type } from 'typebox';
import { Line, Named, Nullable, OptionalNullable, RecordId } from '../../kit/api/schema/schema.ts';
import {
  MessageClassField,
  MessageText,
  ScheduledAt,
  SenderField,
  SimulatedField,
  SmartEncodingField,
} from '../message-fields.ts';

/** Document 2, section 8: "numbers per bulk request", counted as given. */
export const mostNumbers = 10_000;

/**
 * Of any type, since what is wrong is named by its place; the values are those that the JSON of an entry has
 * room for.
 */
const OwnTextLike = Type.Unsafe<unknown>({
  properties: { to: {}, text: {}, reference: {} },
  additionalProperties: true,
});

/** Document 2, section 2 "Bulk request". */
export const BulkRequest = Named(
  'SmsBulk',
  Type.Object({
    to: OptionalNullable(Type.Array(Type.Unknown(), { maxItems: mostNumbers }), {
      description:
        'Numbers as for send; bad ones are left out and listed. This, `group_id` or `messages`.',
    }),
    group_id: OptionalNullable(RecordId, {
      description: 'A saved contact group. This, `to` or `messages`.',
    }),
    messages: OptionalNullable(Type.Array(OwnTextLike, { maxItems: mostNumbers }), {
      description:
        'Objects `{"to", "text", "reference"}`: a text of its own for each number; `reference` is optional. ' +
        'In place of `to`, `group_id` and `message`.',
    }),
    message: OptionalNullable(MessageText, {
      description:
        'At most 918 characters and at most 6 segments in its encoding; with `to` or `group_id`.',
    }),
    campaign: OptionalNullable(Line(100), { description: 'A label of your own.' }),
    scheduled_at: ScheduledAt,
    class: MessageClassField,
    sender: SenderField,
    smart_encoding: SmartEncodingField,
    dry_run: OptionalNullable(Type.Boolean(), {
      description: 'Only says what would be sent and what it would cost.',
    }),
  }),
);
export type BulkRequest = Static<typeof BulkRequest>;

const Rejected = Type.Array(
  Type.Object({
    index: Type.Integer({ description: 'Where it stood, from 0.' }),
    to: Nullable(Type.String()),
    error: Type.String(),
  }),
  {
    description:
      'What was left out and not charged; the first 100, and `/jobs/{job_id}/rejected` has all.',
  },
);

/** Document 2, section 2 "Responses". */
export const BulkAnswer = Named(
  'SmsBulkQueued',
  Type.Object({
    success: Type.Literal(true),
    job_id: Type.Integer(),
    queued: Type.Integer(),
    balance: Type.Integer(),
    message: Type.Literal('SMS queued'),
    simulated: SimulatedField,
    rejected: Rejected,
    rejected_count: Type.Integer(),
    opted_out: Type.Integer({
      description: 'Numbers that a promotional job left out, uncharged, since they opted out.',
    }),
  }),
);
export type BulkAnswer = Static<typeof BulkAnswer>;

export const DryRunAnswer = Named(
  'SmsDryRun',
  Type.Object({
    success: Type.Literal(true),
    dry_run: Type.Literal(true),
    queued: Type.Integer({ description: 'Numbers that would be queued.' }),
    duplicates: Type.Integer(),
    opted_out: Type.Integer(),
    rejected: Rejected,
    rejected_count: Type.Integer(),
    encoding: Type.Unsafe<'gsm7' | 'ucs2'>(Type.String({ enum: ['gsm7', 'ucs2'] })),
    segments: Type.Integer({ description: 'Of the longest text.' }),
    smart_encoding: Type.Optional(
      Type.Object(
        {
          applied: Type.Boolean(),
          replaced: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
          segments_saved: Type.Integer({ description: 'Of all texts, where it is applied.' }),
        },
        { description: 'What it does to the text, or would do; left out where that is nothing.' },
      ),
    ),
    unknown_placeholders: Type.Optional(
      Type.Array(
        Type.Object({
          placeholder: Type.String(),
          meant: Type.Optional(Type.String({ description: 'The one that is probably meant.' })),
          count: Type.Integer({ description: 'Texts that have it.' }),
          index: Type.Integer({ description: 'The first of them in `messages`, from 0.' }),
        }),
        {
          description:
            'What stands in braces and for nothing, for which the request would be refused; the first 100.',
        },
      ),
    ),
    without_name: Type.Optional(
      Type.Integer({ description: 'Contacts without a name, where `message` asks for it.' }),
    ),
    cost: Type.Integer({ description: 'Credits.' }),
    balance: Type.Integer({ description: 'As it is; nothing was charged.' }),
    message: Type.Literal('Dry run: nothing was sent'),
  }),
);
export type DryRunAnswer = Static<typeof DryRunAnswer>;
