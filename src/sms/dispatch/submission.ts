import type { StoredMessage } from '../message.ts';
import type { SubmitResult } from '../providers/provider.ts';
import type { Connector } from './connectors/connector.ts';
import type { MessageUpdate } from './message-update.ts';

/** Messages that go to one provider in one call. */
export type Submission = { connector: Connector; messages: StoredMessage[] };

/** The outcome of one message of a submit, and what follows from it. */
export type Answered = { update: MessageUpdate; result: SubmitResult };

/** Takes the update of an answer that came after its message was given up as unknown. */
export type OnLate = (update: MessageUpdate) => void;
