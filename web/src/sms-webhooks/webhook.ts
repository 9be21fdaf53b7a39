import type { AnswerOf } from '../api/call.ts';

export type Webhook = AnswerOf<'GET /v1/account/webhooks'>[number];
