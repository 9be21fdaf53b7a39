import { Type } from 'typebox';
import {
  FormObject,
  Named,
  OneOf,
  OptionalNullable,
  type Static,
} from '../../../kit/api/schema/schema.ts';
import { MacOrSerial } from '../../fields.ts';
import { readingsAnswer } from '../../sensors/readings-answer.ts';
import { ApiKey, Boot, levelOfPush, MacAddress, pushedReading, Seq } from '../push-form.ts';

/** Readings of one request. */
export const mostReadings = 1000;

/** What goes for all readings of a batch. */
const batchHead = {
  mac_address: OptionalNullable(
    Type.Unsafe<string>({
      ...MacAddress,
      description:
        'The device; of a gateway, the one that it is registered as. May be left out where each reading names its own.',
    }),
  ),
  api_key: ApiKey,
  boot: OptionalNullable(Boot, {
    description:
      'Times that the board has started; with `seq`, where its count stands now. One of them alone says nothing.',
  }),
  seq: OptionalNullable(Seq),
  every_s: OptionalNullable(
    Type.Number({
      minimum: 0.001,
      maximum: 86_400,
      description:
        'Seconds between two readings; dates counted readings of which nothing else is known.',
    }),
  ),
  results: OptionalNullable(
    OneOf(['all', 'refused'], {
      description:
        'Which results are answered: of all readings (of JSON by default), or of the refused ones alone, each with its `index` (of CSV by default).',
    }),
  ),
};

/** As the query of a CSV file has it. */
export const BatchQuery = FormObject(batchHead);
export type BatchHead = Static<typeof BatchQuery>;

/** A reading of a batch: the fields of a push. */
export const BatchReading = Named(
  'BatchReading',
  FormObject(
    {
      mac_address: OptionalNullable(
        Type.Unsafe<string>({
          ...MacOrSerial,
          description: 'Of a gateway: the device that measured it.',
        }),
      ),
      api_key: OptionalNullable(
        Type.String({
          maxLength: 128,
          description: 'The key of the device; optional unless required.',
        }),
      ),
      ...pushedReading,
    },
    levelOfPush,
  ),
);
export type BatchReading = Static<typeof BatchReading>;

const Batch = Type.Object({
  ...batchHead,
  readings: Type.Array(BatchReading, { minItems: 1, maxItems: mostReadings }),
});

/** The two forms in which a batch is sent. */
export const BatchContent = {
  content: {
    'application/json': { schema: Named('Batch', Batch) },
    'text/csv': {
      schema: Type.String({
        description: `A reading a line, at most ${mostReadings}; the first line names its fields as in JSON. What goes for all of them stands in the query.`,
      }),
    },
  },
};

export const BatchAnswer = Named(
  'BatchAnswer',
  Type.Object({
    ...readingsAnswer,
    pending_commands: Type.Integer({
      description: 'Commands that wait for the devices of the batch.',
    }),
  }),
);
export type BatchAnswer = Static<typeof BatchAnswer>;
