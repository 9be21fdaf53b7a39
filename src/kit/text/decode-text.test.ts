import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeText, isRichText, isSpreadsheet } from './decode-text.ts';

const text = 'name;phone\r\nZoë;0712345678\r\n';

describe('a list as programs save it', () => {
  it('is read in UTF-8, with and without its mark', () => {
    for (const file of [text, `\uFEFF${text}`]) {
      assert.deepEqual(decodeText(Buffer.from(file)), { text, encoding: 'utf-8' });
    }
  });

  it('is read in UTF-16 of either order, with and without its mark', () => {
    const lines = fc.array(fc.stringMatching(/^07\d{8};[A-Za-zéẽ]{1,9}$/), { minLength: 1 });
    fc.assert(
      fc.property(lines, fc.constantFrom('', '\uFEFF'), (given, mark) => {
        const list = given.join('\r\n');
        const little = Buffer.from(mark + list, 'utf16le');
        assert.deepEqual(decodeText(little), { text: list, encoding: 'utf-16le' });
        const big = Buffer.from(little).swap16();
        assert.deepEqual(decodeText(big), { text: list, encoding: 'utf-16be' });
      }),
    );
  });

  it('is read as old Windows programs write it, and old Macs', () => {
    assert.deepEqual(decodeText(Buffer.from(text, 'latin1')), { text, encoding: 'windows-1252' });
    const mac = Buffer.from('Zo\x91;0712345678\r', 'latin1');
    assert.deepEqual(decodeText(mac), { text: 'Zoë;0712345678\r', encoding: 'macintosh' });
    const quotes = Buffer.from('O\x92Brien', 'latin1');
    assert.equal(decodeText(quotes).text, 'O’Brien');
  });

  it('is none where it is the file of a spreadsheet program, or a web page that one has named so', () => {
    const pages = [
      '<html><table>',
      '\r\n<!DOCTYPE html>',
      '<?xml version="1.0"?>',
      '<table border=1>',
    ];
    for (const each of pages) {
      for (const file of [each, `\uFEFF${each}`]) {
        assert.ok(isSpreadsheet(Buffer.from(file)), file);
        assert.ok(isSpreadsheet(Buffer.from(file, 'utf16le')), file);
      }
    }
    assert.ok(isSpreadsheet(Buffer.from('PK\x03\x04...')));
    const sheets = [
      'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"phone"\r\n',
      'ID;PCALCOOO32\nB;Y2;X2\nC;X1;Y1;K"phone"\n',
      'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n',
    ];
    for (const sheet of sheets) assert.ok(isSpreadsheet(Buffer.from(sheet)), sheet);
    assert.ok(isRichText(Buffer.from('{\\rtf1\\ansi 0712345678}')));
    const tables = [
      'ID;PHONE\r\nB;0712345678',
      'ID;Parent\nP;Peter',
      'Table\n0,1',
      '{name}\n0712345678',
    ];
    for (const table of [text, '<Asha>;0712345678', '', ...tables]) {
      assert.equal(isRichText(Buffer.from(table)), false, table);
      assert.equal(isSpreadsheet(Buffer.from(table)), false, table);
    }
  });
});
