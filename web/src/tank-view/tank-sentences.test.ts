import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TankSensor } from '../api/operations.ts';
import type { language as Language } from '../words/language.ts';
import type { messageText as MessageText } from './tank-sentences.ts';

describe('what an alert says', () => {
  let language: typeof Language;
  let messageText: typeof MessageText;
  before(async () => {
    // The language is also set on the document, which tests lack.
    Object.assign(globalThis, { document: { documentElement: {} } });
    ({ language } = await import('../words/language.ts'));
    ({ messageText } = await import('./tank-sentences.ts'));
  });

  it('is told in the language of the screen, whatever the server said it in', () => {
    const alert = {
      kind: 'low',
      facts: { level: 12.5, threshold: 20 },
      sensor_name: 'main',
      created_at: '2026-01-01T00:00:00.000Z',
    } as const;
    const low = 'the water is low at 12.5 % (threshold 20 %).';
    language.value = 'en';
    assert.equal(messageText(alert, undefined), `main: ${low}`);
    const main = { sensor_name: 'main' } as TankSensor;
    const naming = { device_name: 'Roof', mac_or_serial: 'SN-1', role: 'owner' } as const;
    assert.equal(messageText(alert, { ...naming, sensors: [main] }), `Roof: ${low}`);
    assert.equal(messageText(alert, { ...naming, sensors: [main, main] }), `Roof, main: ${low}`);
    language.value = 'sw';
    const unnamed = { ...naming, device_name: null, sensors: [main] };
    const inSwahili = 'Tangi lako: maji yamepungua hadi asilimia 12.5 (kikomo 20).';
    assert.equal(messageText(alert, unnamed), inSwahili);
  });
});
