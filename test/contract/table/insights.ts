import type { Operation } from '../operation.ts';
import { deviceId, text } from './fields.ts';

const frame = ['device_id', 'at', 'timezone', 'sensors'];

/** What is reckoned from readings: ours, in the manner of document 1. */
export const insights: Operation[] = [insight('forecast'), insight('usual')];

function insight(action: string): Operation {
  return {
    route: `GET /api/insights.php?action=${action}`,
    auth: 'bearer',
    query: { device_id: deviceId, sensor_name: text },
    success: [200],
    answers: frame,
    owned: true,
  };
}
