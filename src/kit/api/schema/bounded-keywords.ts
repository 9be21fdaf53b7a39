import { _, type Ajv, type KeywordCxt, Name } from 'ajv';
import { Type } from 'ajv/dist/compile/util.js';
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js';
import { usePattern } from 'ajv/dist/vocabularies/code.js';

/** Most errors that are collected of one list. */
const mostOfList = 100;

/** Most unknown fields that are named: a body may be full of them. */
const mostUnknown = 20;

/**
 * Replaces keywords of the validator, which look at all values, and collect an error for each fault: a list
 * of 340,000 times `{}` was as many of them, and 1.2 GB.
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
  ajv.removeKeyword('pattern');
  ajv.addKeyword({ keyword: 'pattern', type: 'string', schemaType: 'string', code: matchPattern });
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
 * A list that is longer than allowed fails by `maxItems`, and its items are not looked at; in another, at
 * most a hundred errors are collected. They are counted from the beginning of the list, since those of
 * another arm of a union may be taken back.
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

/** A text that is longer than allowed fails by `maxLength`, and is not matched with its pattern. */
function matchPattern(cxt: KeywordCxt): void {
  const { data, schema, parentSchema } = cxt;
  const { maxLength } = parentSchema as { maxLength?: number };
  const matches = _`${usePattern(cxt, schema)}.test(${data})`;
  // A character is one unit of UTF-16, or two.
  cxt.pass(maxLength === undefined ? matches : _`${data}.length > ${2 * maxLength} || ${matches}`);
}

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
