import { type Static, Type } from 'typebox';
import { PageLimit, TextCursor } from '../../kit/api/page.ts';
import { FormObject, Instant, Line, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Added } from './add-opt-outs.ts';
import type { OptOut as OptOutRow } from './queries.ts';

const mostAtOnce = 10_000;
const mostListed = 100;

const sources = ['owner', 'inbound'] as const;
export type OptOutSource = (typeof sources)[number];

export const PageQuery = FormObject({
  limit: PageLimit(),
  after: TextCursor('Last number'),
});

export const NewOptOuts = Type.Object({
  phones: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: mostAtOnce,
    description: 'Numbers as a send takes them; what is none is rejected.',
  }),
});

export const ByPhone = Type.Object({ phone: Line(64) });

export const OptOut = Named(
  'OptOut',
  Type.Object({
    phone: Type.String({ description: '`254XXXXXXXXX`.' }),
    source: OneOf(sources, {
      description: '`inbound` where the phone itself said STOP or the like.',
    }),
    created_at: Instant,
  }),
);

export const AddedOptOuts = Named(
  'AddedOptOuts',
  Type.Object({
    added: Type.Integer({ description: 'Those that were not on the list until now.' }),
    rejected: Type.Array(
      Type.Object({
        index: Type.Integer(),
        to: Nullable(Type.String()),
        error: Type.String(),
      }),
      { description: `The first ${mostListed}.` },
    ),
    rejected_count: Type.Integer(),
  }),
);

export function presentOptOut({ phone, source, created_at }: OptOutRow): Static<typeof OptOut> {
  return { phone, source: source as OptOutSource, created_at: toIso(created_at) };
}

export function presentAdded({ added, rejected }: Added): Static<typeof AddedOptOuts> {
  return { added, rejected: rejected.slice(0, mostListed), rejected_count: rejected.length };
}
