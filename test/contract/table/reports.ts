import type { Operation, Parameter } from '../operation.ts';
import {
  alertType,
  commandWord,
  cursor,
  deviceId,
  oneOf,
  points,
  positive,
  reading,
  severity,
  text,
} from './fields.ts';

const dates = { start_date: text, end_date: text };
const measured = ['days_asked', 'days_measured', 'cut_days', 'remarks'];
const frame = ['device_id', 'period', 'start_date', 'end_date', 'timezone'];

const format = { ...oneOf(['json', 'csv']), fallback: 'json' };

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
      ...(action !== 'export' && {
        format: { ...format, why: 'accountants work in spreadsheets' },
      }),
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
  report('daily', dates, ['days', ...measured]),
  report('usage', dates, [
    ...['days', 'days_in_percent', 'total_volume_change', 'cannot_be_known', ...measured],
  ]),
  report('alerts', { severity, type: alertType }, ['alerts', 'summary']),
  report('pump', { command: commandWord }, ['commands', 'summary']),
  report('export', { format }, reading),
];

/** Ours, in the manner of the others. */
export const monthly: Operation = {
  route: 'GET /api/reports.php?action=monthly',
  auth: 'bearer',
  query: {
    month: text,
    group_id: { type: 'integer', settled: positive },
    limit: { type: 'integer', min: 1, max: 300, fallback: 100 },
    after: { type: 'integer', settled: positive },
    format,
  },
  success: [200],
  failures: [404],
  answers: [
    ...['month', 'start_date', 'end_date', 'timezone', 'is_over', 'days', 'group_name'],
    ...['water_price', 'devices', 'rows', 'totals', 'remarks'],
  ],
};
