import type { AnswerOf } from '../api/call.ts';

export type Group = AnswerOf<'GET /v1/account/groups/{id}'>;
