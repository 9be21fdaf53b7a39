import type { Operation } from '../operation.ts';
import {
  command,
  commandWord,
  cursor,
  deviceId,
  number,
  recordId,
  required,
  text,
} from './fields.ts';

const percent = { ...number, settled: { min: 0, max: 100 } };

/** Document 1, section 4 "Pump commands". */
export const pumpCommands: Operation[] = [
  {
    route: 'GET /api/pump_commands.php?action=list',
    auth: 'bearer',
    query: {
      device_id: deviceId,
      limit: { type: 'integer', min: 1, max: 100, fallback: 50 },
    },
    additions: { before: cursor },
    success: [200],
    answers: command,
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'GET /api/pump_commands.php?action=pending',
    auth: 'bearer',
    query: { device_id: deviceId },
    success: [200],
    answers: command,
    owned: true,
    needs: 'viewer',
  },
  {
    route: 'POST /api/pump_commands.php?action=send',
    auth: 'bearer',
    json: {
      device_id: deviceId,
      sensor_name: required(text),
      command: required(commandWord),
      turn_on_below: percent,
      turn_off_above: percent,
    },
    additions: { schedule: { type: 'array', why: 'the document has the word, and no times' } },
    success: [201],
    answers: command,
    owned: true,
    needs: 'operator',
  },
  {
    route: 'PUT /api/pump_commands.php?action=mark-executed',
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: command,
    owned: true,
    needs: 'operator',
  },
  {
    route: 'DELETE /api/pump_commands.php?action=cancel',
    auth: 'bearer',
    query: { id: recordId },
    success: [200],
    answers: command,
    owned: true,
    needs: 'operator',
  },
];
