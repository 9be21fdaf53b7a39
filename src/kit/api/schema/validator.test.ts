import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { FormObject, OneOf, OptionalNullable } from './schema.ts';
import { compileCheck } from './validator.ts';

const level = Type.Number({ minimum: 0, maximum: 100 });
const schema = FormObject({
  level,
  least: OptionalNullable(level),
  pump: OptionalNullable(OneOf(['on', 'off'])),
  list: OptionalNullable(Type.Array(Type.Integer(), { maxItems: 2 })),
});
const compiled = compileCheck(schema);

const check = (data: object) => {
  const result = compiled(data);
  return 'error' in result ? result.error.fields : result.value;
};

describe('a validator', () => {
  it('reads numbers that came as text, and takes null for what is optional', () => {
    assert.deepEqual(check({ level: '12.5', least: '7', pump: 'on' }), {
      level: 12.5,
      least: 7,
      pump: 'on',
    });
    const nulls = { level: 1, least: null, pump: null, list: null };
    assert.deepEqual(check({ ...nulls }), nulls);
  });

  it('says of every wrong field what it should be, and never that it may be null', () => {
    assert.deepEqual(check({ level: null, least: 'abc', pump: 'maybe', list: [1, 2, 3] }), [
      { field: 'level', message: 'must be a number' },
      { field: 'least', message: 'must be a number' },
      { field: 'pump', message: 'must be one of on, off' },
      { field: 'list', message: 'must have at most 2 entries' },
    ]);
    assert.deepEqual(check({ least: 101, pump: 5, list: 'none' }), [
      { field: 'level', message: 'is required' },
      { field: 'least', message: 'must be at most 100' },
      { field: 'pump', message: 'must be a string' },
      { field: 'list', message: 'must be an array' },
    ]);
  });
});
