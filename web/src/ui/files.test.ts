import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readListFile } from './files.ts';

const text = '0712345678;Zoë';

const bytes = (given: Buffer) => new Uint8Array(given).buffer;

describe('a list as spreadsheets save it', () => {
  it('is read in UTF-8, with and without its mark', () => {
    assert.equal(readListFile(bytes(Buffer.from(text))), text);
    assert.equal(readListFile(bytes(Buffer.from(`\uFEFF${text}`))), text);
  });

  it('is read in UTF-16 of either order', () => {
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    assert.equal(readListFile(bytes(little)), text);
    assert.equal(readListFile(bytes(Buffer.from(little).swap16())), text);
  });

  it('is read as old Windows programs write it', () => {
    assert.equal(readListFile(bytes(Buffer.from(text, 'latin1'))), text);
  });
});
