import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { qrPath } from './qr-path.ts';

describe('the path of a QR code', () => {
  it('draws each run of dark fields once, up to the edge', () => {
    assert.equal(
      qrPath([
        [true, true, false],
        [false, false, false],
        [true, false, true],
      ]),
      'M0 0h2v1h-2zM0 2h1v1h-1zM2 2h1v1h-1z',
    );
  });
});
