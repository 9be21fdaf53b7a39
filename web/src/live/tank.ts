import type { AnswerOf } from '../api/call.ts';

/** A device with all that a screen shows of it. */
export type Tank = AnswerOf<'GET /api/tanks'>[number];
export type TankSensor = Tank['sensors'][number];
