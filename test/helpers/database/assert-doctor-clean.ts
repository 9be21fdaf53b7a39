import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/database.ts';
import { findFaults, type LedgerFigures } from '../../../src/sms/doctor/check-ledger.ts';

/** Fails the test where the credits of any account do not add up. */
export async function assertDoctorClean(db: Database): Promise<LedgerFigures> {
  const { figures, findings } = await findFaults(db);
  assert.deepEqual(findings, []);
  return figures;
}
