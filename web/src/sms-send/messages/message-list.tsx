import { callPage } from '../../api/call.ts';
import type { SmsMessage } from '../../api/operations.ts';
import { Paged, type Pages, usePages } from '../../ui/load.tsx';
import { dateTime } from '../../words/format.ts';
import { readablePhone } from '../../words/readable-phone.ts';
import { StateTag } from '../state-tag.tsx';
import type { MessagesQuery } from './message-filter.ts';
import { say } from './words.ts';
import '../sms-send.css';

/**
 * Loads matching messages, newest first.
 * @param version reloads the list when it changes.
 */
export function useMessages(query: MessagesQuery, version: string): Pages<SmsMessage> {
  return usePages(
    (signal) => callPage('GET /v1/account/sms/messages', { query, signal }),
    [JSON.stringify(query), version],
  );
}

type ListedProps = {
  messages: Pages<SmsMessage>;
  /** Text of all messages, not repeated on each line. */
  commonText?: string;
  none?: string;
};

export function ListedMessages({ messages, commonText, none = say.none() }: ListedProps) {
  return (
    <Paged of={messages}>
      {(found) =>
        found.length === 0 ? (
          <p>{none}</p>
        ) : (
          <ul class="sms-send-list card" aria-label={say.found()}>
            {found.map((message) => (
              <MessageLine
                key={message.message_id}
                message={message}
                isTextShown={message.message !== commonText}
              />
            ))}
          </ul>
        )
      }
    </Paged>
  );
}

function MessageLine({ message, isTextShown }: { message: SmsMessage; isTextShown: boolean }) {
  const { message_id, to, status, created_at, scheduled_at } = message;
  return (
    <li>
      <a class="sms-send-message" href={`/sms/messages/${message_id}`}>
        <strong class="sms-send-phone">{readablePhone(to)}</strong>
        <StateTag status={status} isSimulated={message.simulated} />
        {isTextShown && (
          <span class="sms-send-line">
            {message.redacted ? <em>{say.redacted()}</em> : message.message}
          </span>
        )}
        <span class="faint small sms-send-when">
          {dateTime(status === 'scheduled' && scheduled_at ? scheduled_at : created_at)}
        </span>
      </a>
    </li>
  );
}
