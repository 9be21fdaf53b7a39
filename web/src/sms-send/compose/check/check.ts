import type { AnswerOf } from '../../../api/call.ts';

export type Check = AnswerOf<'POST /v1/account/sms/bulk'>;
