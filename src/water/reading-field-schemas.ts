import { type TSchema, Type } from 'typebox';
import {
  type ReadingColumn,
  type ReadingFields,
  readingFieldList,
} from '../db/tables/reading-fields.ts';
import { Nullable, OneOf, OptionalNullable, type Static } from '../kit/api/schema/schema.ts';

/** The fields of a reading as schemas: as they are taken, and as they are answered. */

type Field = (typeof readingFieldList)[number];

const typed = <T>(schema: TSchema) => Type.Unsafe<T>(schema);
const optionalOf = <T>(schema: TSchema) => OptionalNullable(typed<T>(schema));
type Value<T> = ReturnType<typeof typed<T>>;
type Optional<T> = ReturnType<typeof optionalOf<T>>;

type With<P> = { [C in ReadingColumn]: ReadingFields[C] extends P ? C : never }[ReadingColumn];
type Told<C extends ReadingColumn> = ReadingFields[C] extends { words: infer W } ? keyof W : number;
type NameOf<C extends ReadingColumn> = ReadingFields[C] extends { name: infer N } ? N & string : C;

type PushedFields = {
  [C in With<{ pushedAs: string }> as ReadingFields[C]['pushedAs']]: Optional<Told<C>>;
};
type PostedFields = { [C in With<{ isPosted: true }> as NameOf<C>]: Optional<Told<C>> };
type AnsweredFields = {
  [C in ReadingColumn as NameOf<C>]: Value<
    ReadingFields[C] extends { isRequired: true } ? Told<C> : Told<C> | null
  >;
};
type TankFields = { [C in With<{ isInTanks: true }> as NameOf<C>]: Value<Told<C> | null> };

const takenSchema = ({ words, range }: Field): TSchema =>
  words
    ? OneOf(Object.keys(words))
    : Type.Number(range && { minimum: range[0], maximum: range[1] });

const sentSchema = (field: Field, options = {}): TSchema =>
  OptionalNullable(takenSchema(field), options);

const toldSchema = ({ words, unit }: Field): TSchema =>
  words ? OneOf(Object.keys(words)) : Type.Number(unit === undefined ? {} : { description: unit });

function propertiesOf<P>(
  fields: readonly Field[],
  nameOf: (field: Field) => string,
  schemaOf: (field: Field) => TSchema,
): P {
  return Object.fromEntries(fields.map((field) => [nameOf(field), schemaOf(field)])) as P;
}

const pushed = readingFieldList.filter(({ pushedAs }) => pushedAs !== undefined);
const posted = readingFieldList.filter(({ isPosted }) => isPosted);
export const tankFieldList = readingFieldList.filter(({ isInTanks }) => isInTanks);

const nameOf = ({ name }: Field) => name;
const pushedNameOf = ({ pushedAs = '' }: Field) => pushedAs;

/** In the form that a device pushes. */
export const pushedFields = propertiesOf<PushedFields>(pushed, pushedNameOf, (field) =>
  sentSchema(field),
);

/** In what a user records. */
export const postedFields = propertiesOf<PostedFields>(posted, nameOf, (field) =>
  sentSchema(field, field.column === 'status' ? { default: 'normal' } : {}),
);

/** Of an object with these fields: the level is required, unless a height or a distance is sent. */
export function needsLevel(level: string, height: string) {
  const has = (name: string, value: object) => ({
    required: [name],
    properties: { [name]: value },
  });
  const isSent = { not: { type: 'null' } };
  return {
    if: { anyOf: [has(height, isSent), has('distance_cm', isSent)] },
    else: has(level, { type: 'number' }),
  };
}

export const answeredFields = propertiesOf<AnsweredFields>(readingFieldList, nameOf, (field) =>
  field.isRequired ? toldSchema(field) : Nullable(toldSchema(field)),
);

/** Of the latest reading of a sensor with its tank; null where it has none yet. */
export const tankFields = propertiesOf<TankFields>(tankFieldList, nameOf, (field) =>
  Nullable(toldSchema(field)),
);
export type TankValues = { [N in keyof TankFields]: Static<TankFields[N]> };
