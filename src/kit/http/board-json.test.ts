import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mendBoardJson } from './board-json.ts';

const read = (text: string): unknown => JSON.parse(mendBoardJson(text));

describe('JSON as boards write it', () => {
  it('is what it was where it is JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => assert.equal(mendBoardJson(text), text)));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        assert.equal(mendBoardJson(text), text);
      }),
    );
  });

  it('has numbers as C writes them, with the value that C gives them', () => {
    const digits = fc.nat({ max: 999_999 });
    fc.assert(
      fc.property(digits, digits, fc.constantFrom('', '+', '-', '00'), (whole, part, sign) => {
        const value = Number(`${sign === '-' ? '-' : ''}${whole}.${part}`);
        assert.deepEqual(read(`{"a":${sign}${whole}.${part},"b":[${sign}${whole}. ,.${part}]}`), {
          a: value,
          b: [Number(`${sign === '-' ? '-' : ''}${whole}`), Number(`0.${part}`)],
        });
      }),
    );
    assert.deepEqual(read('[007, -0., 1.E2, +1e-1]'), [7, 0, 100, 0.1]);
  });

  it('has a text for what is no number, and an empty one for a value that is missing', () => {
    for (const bare of ['nan', 'NaN', '-nan', 'inf', '+Inf', '-INFINITY']) {
      assert.deepEqual(read(`{"a": ${bare},"b":[${bare}]}`), { a: bare, b: [bare] });
    }
    assert.deepEqual(read('{"a": ,"b":}'), { a: '', b: '' });
    assert.deepEqual(read('{"a":True,"b":FALSE,"c":None,"d":[1,],}'), {
      a: true,
      b: false,
      c: null,
      d: [1],
    });
  });

  it('leaves texts alone, and what cannot be meant', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const quoted = JSON.stringify(text);
        assert.deepEqual(read(`{${quoted}:${quoted},"b":nan}`), { [text]: text, b: 'nan' });
      }),
    );
    const none = ['{a:1}', "{'a':1}", '{"a":1', '{"a":', '{"a":4 5}', '{"a":1.2.3}', '{"a":0x1F}'];
    for (const text of [...none, '{"a":"open}', 'nan,', '{"a"']) {
      assert.throws(() => read(text), SyntaxError, text);
    }
  });

  it('takes time in proportion to its length, whatever is open in it', () => {
    for (const odd of ['"', '\\"', '":', ':, ', '{"a":nan,', '\\', ',\n']) {
      const mended = mendBoardJson(`"${odd.repeat(300_000)}`);
      assert.ok(mended.length > 0);
    }
  });
});
