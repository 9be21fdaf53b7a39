import type { AnswerOf } from '../api/call.ts';

export type TankGroupRecord = AnswerOf<'GET /api/groups.php?action=get'>;
export type Sums = TankGroupRecord['sums'];
