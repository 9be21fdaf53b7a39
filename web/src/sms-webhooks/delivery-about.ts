import { type Status, statuses } from '../sms-account/message-state/message-state.ts';
import { stateName } from '../sms-account/message-state/state-words.ts';
import { number } from '../words/format.ts';
import { readablePhone } from '../words/readable-phone.ts';
import { say } from './words.ts';

/** What a delivery tells, in a sentence, and the message whose state it tells. */
export type DeliveryAbout = { sentence: string; messageId?: string };

type Event = { type: string; data: Record<string, unknown> };

/** Reads what is posted, so that one delivery is told from another: whose message, and what became of it. */
export function aboutOf(body: string): DeliveryAbout {
  const { type, data } = JSON.parse(body) as Event;
  const text = (field: string) => String(data[field] ?? '');
  const phone = (field: string) => readablePhone(text(field));
  switch (type) {
    case 'message.status': {
      const id = text('message_id');
      const facts = { id, phone: phone('to'), state: stateOf(text('status')) };
      const sentence = data['simulated'] === true ? say.simulatedIs(facts) : say.messageIs(facts);
      return { sentence, messageId: id };
    }
    case 'message.inbound':
      return { sentence: say.inboundFrom({ phone: phone('from'), to: phone('to') }) };
    case 'account.low_balance': {
      const [balance, limit] = ['balance', 'low_balance'].map((field) => Number(data[field]));
      return {
        sentence: say.creditsLow({ balance: number(balance ?? 0), limit: number(limit ?? 0) }),
      };
    }
    case 'webhook.test':
      return { sentence: say.trial() };
    default:
      return { sentence: type };
  }
}

function stateOf(status: string): string {
  const known = statuses.find((each): each is Status => each === status);
  return known ? stateName[known]() : status;
}
