import { _, type Ajv, type KeywordCxt, Name } from 'ajv';
import { Type } from 'ajv/dist/compile/util.js';
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js';

/** Most errors that are collected of one list. */
const mostOfList = 100;

/** Most unknown fields that are named: a body may be full of them, and an answer need not be. */
const mostUnknown = 20;

/**
 * Puts two keywords of ours in the place of the validator's own, which collect an error for whatever is
 * wrong: a list of 340,000 times `{}` was as many of them, and 1.2 GB.
 */
export function boundErrors(ajv: Ajv): void {
  ajv.removeKeyword('items');
  ajv.addKeyword({
    keyword: 'items',
    type: 'array',
    schemaType: ['object', 'boolean'],
    before: 'uniqueItems',
    code: checkItems,
  });
  ajv.removeKeyword('additionalProperties');
  ajv.addKeyword({
    keyword: 'additionalProperties',
    type: 'object',
    schemaType: 'boolean',
    validate: refuseUnknown,
  });
}

/** The variable of the compiled code that counts errors. */
const errors = new Name('errors');

/**
 * Of a list that is longer than it may be, `maxItems` says so, and its items are not looked at; of
 * another, no more than shows a hundred errors. They are counted from the beginning of the list, since
 * those of another arm of a union may be taken back.
 */
function checkItems(cxt: KeywordCxt): void {
  const { gen, data, parentSchema, it } = cxt;
  const { maxItems } = parentSchema as { maxItems?: number };
  const length = gen.const('length', _`${data}.length`);
  const before = gen.const('before', errors);
  const isRight = gen.name('valid');
  const areRight = gen.let('valid', true);
  gen.if(maxItems === undefined ? true : _`${length} <= ${maxItems}`, () =>
    gen.forRange('i', 0, length, (i) => {
      cxt.subschema({ keyword: 'items', dataProp: i, dataPropType: Type.Num }, isRight);
      gen.if(_`!${isRight}`, () => gen.assign(areRight, false));
      const isEnough = it.allErrors ? _`${errors} - ${before} >= ${mostOfList}` : _`!${isRight}`;
      gen.if(isEnough, () => gen.break());
    }),
  );
  cxt.ok(areRight);
}

/** Names the first unknown fields and counts the others. */
const refuseUnknown: SchemaValidateFunction = (allowed: boolean, data: object, parent = {}) => {
  if (allowed) return true;
  const { properties = {} } = parent as { properties?: object };
  const unknown: string[] = [];
  let amount = 0;
  for (const name in data) {
    if (Object.hasOwn(properties, name)) continue;
    amount += 1;
    if (amount <= mostUnknown) unknown.push(name);
  }
  if (amount === 0) return true;
  const all = [
    ...unknown.map((additionalProperty) => ({ additionalProperty })),
    ...(amount > mostUnknown ? [{ others: amount - mostUnknown }] : []),
  ];
  const keyword = 'additionalProperties';
  refuseUnknown.errors = all.map((params) => ({ keyword, params, parentSchema: parent }));
  return false;
};
