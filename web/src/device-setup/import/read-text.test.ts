import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from './read-text.ts';

const bytes = (given: Buffer) => new Uint8Array(given).buffer;

describe('the text of a spreadsheet’s file', () => {
  it('is read in UTF-8, UTF-16 and Windows-1252', () => {
    assert.equal(readText(bytes(Buffer.from('KS-1;Näirobi'))), 'KS-1;Näirobi');
    assert.equal(readText(bytes(Buffer.from('\uFEFFKS-1;Näirobi', 'utf16le'))), 'KS-1;Näirobi');
    assert.equal(readText(bytes(Buffer.from('KS-1;Näirobi', 'latin1'))), 'KS-1;Näirobi');
  });
});
