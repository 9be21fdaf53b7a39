import type { Operation, Parameter } from '../operation.ts';
import {
  alertType,
  commandWord,
  cursor,
  deviceId,
  oneOf,
  points,
  reading,
  severity,
  text,
} from './fields.ts';

const dates = { start_date: text, end_date: text };
const frame = ['device_id', 'period', 'start_date', 'end_date', 'timezone'];

/** All five reports take the same three fields and some of their own. */
function report(action: string, own: Record<string, Parameter>, answers: string[]): Operation {
  const period = { ...oneOf(['1d', '7d', '30d', '90d']), fallback: '7d' };
  const date = { ...text, why: 'chosen days are worth having in every report' };
  const isOfRecords = action === 'alerts' || action === 'pump';
  return {
    route: `GET /api/reports.php?action=${action}`,
    auth: 'bearer',
    query: { device_id: deviceId, period, sensor_name: text, ...own },
    additions: {
      ...(!('start_date' in own) && { start_date: date, end_date: date }),
      ...(isOfRecords && { before: cursor }),
      ...(action === 'export' && { points }),
    },
    success: [200],
    answers: action === 'export' ? answers : [...frame, ...answers],
    owned: true,
    needs: 'viewer',
  };
}

/** Document 1, section 4 "Reports". */
export const reports: Operation[] = [
  report('daily', dates, ['days']),
  report('usage', dates, ['days', 'total_volume_change', 'cannot_be_known']),
  report('alerts', { severity, type: alertType }, ['alerts', 'summary']),
  report('pump', { command: commandWord }, ['commands', 'summary']),
  report('export', { format: { ...oneOf(['json', 'csv']), fallback: 'json' } }, reading),
];
