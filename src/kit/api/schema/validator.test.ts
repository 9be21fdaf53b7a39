import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
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

describe('a validator of lists', () => {
  const Row = Type.Object({ at: Type.Integer() }, { additionalProperties: false });
  const lists = compileCheck(
    Type.Object({
      rows: OptionalNullable(Type.Array(Row, { maxItems: 1000 })),
      either: Type.Optional(
        Type.Union([
          Type.Array(Type.Integer(), { maxItems: 500 }),
          Type.Array(Type.String(), { maxItems: 500, uniqueItems: true }),
        ]),
      ),
      nested: Type.Optional(Type.Array(Type.Array(Row, { maxItems: 300 }), { maxItems: 300 })),
    }),
  );
  const wrong = (data: object) => {
    const result = lists(data);
    return 'error' in result ? result.error.fields : [];
  };

  it('judges their length first, and looks at no item of one that is too long', () => {
    const touched: unknown[] = [];
    const rows = Array.from({ length: 1001 }, () => ({
      get at() {
        touched.push(this);
        return 'x';
      },
    }));
    assert.deepEqual(wrong({ rows }), [
      { field: 'rows', message: 'must have at most 1000 entries' },
    ]);
    assert.deepEqual(touched, []);
  });

  it('collects a hundred errors of a list', () => {
    const errors = wrong({ rows: Array(1000).fill({}) });
    assert.equal(errors.length, 100);
    assert.deepEqual(errors[99], { field: 'rows.99.at', message: 'is required' });
    const nested = wrong({ nested: Array(300).fill(Array(300).fill({})) });
    assert.ok(nested.length >= 100 && nested.length <= 200, `${nested.length}`);
  });

  it('tells right lists from wrong ones, wherever the wrong item stands', () => {
    const place = fc.nat(999);
    fc.assert(
      fc.property(fc.uniqueArray(place, { maxLength: 150 }), (places) => {
        const rows = Array.from({ length: 1000 }, (_, at) => ({ at }) as { at: unknown });
        for (const at of places) rows[at] = { at: 'x' };
        const expected = places
          .toSorted((a, b) => a - b)
          .slice(0, 100)
          .map((at) => ({ field: `rows.${at}.at`, message: 'must be an integer' }));
        assert.deepEqual(wrong({ rows }), expected);
      }),
    );
  });

  it('tries the other form of a union however much is wrong in the first', () => {
    const texts = Array.from({ length: 400 }, (_, at) => `${at}`);
    assert.deepEqual(wrong({ either: texts }), []);
    assert.notDeepEqual(wrong({ either: [...texts, 5] }), []);
    assert.notDeepEqual(wrong({ either: [...texts, '0'] }), []);
    assert.deepEqual(wrong({ either: texts, rows: [{ at: 1 }] }), []);
  });

  it('names twenty unknown fields of an object and counts the others', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 0]));
    const errors = wrong({ rows: [{ at: 1, ...many }] });
    assert.equal(errors.length, 21);
    assert.deepEqual(errors[20], { field: 'body', message: 'has 480 more unknown fields' });
    const ofPrototypes = JSON.parse('{"at":1,"constructor":1,"toString":1}');
    assert.deepEqual(
      wrong({ rows: [ofPrototypes] }).map(({ field }) => field),
      ['rows.0.constructor', 'rows.0.toString'],
    );
  });
});
