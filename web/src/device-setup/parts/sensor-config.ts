import type { AnswerOf } from '../../api/call.ts';

export type SensorConfig = AnswerOf<'GET /api/sensor_configs.php?action=list'>[number];
