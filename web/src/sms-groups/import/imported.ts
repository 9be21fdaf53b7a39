import type { AnswerOf } from '../../api/call.ts';

export type Imported = AnswerOf<'POST /v1/account/groups/{id}/contacts'>;
