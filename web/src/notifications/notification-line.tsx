import type { Notification } from '../api/operations.ts';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { dateTime } from '../words/format.ts';
import { channelText, statusText } from './settings.ts';

type Props = {
  notification: Notification;
  /** Text of the message, unless its title says it. */
  text?: string;
};

export function NotificationLine({ notification, text }: Props) {
  const { channel, address, status, error, title, incidents, created_at, delivered_at } =
    notification;
  const at = delivered_at ?? created_at;
  const [only] = incidents.length === 1 ? incidents : [];
  return (
    <li>
      <p class="row">
        <strong>{channelText(channel)}</strong>
        <StatusTag status={status} />
        {text !== undefined && <span>{text}</span>}
      </p>
      {text === undefined && (
        <p class="notifications-title">
          {only ? <a href={`/alerts/${only.id}`}>{title}</a> : title}
        </p>
      )}
      <p class="faint small notifications-title">
        <time dateTime={at}>{dateTime(at)}</time>
        {address && ` · ${address}`}
        {status !== 'delivered' && error && ` · ${faultSentence(error)}`}
      </p>
    </li>
  );
}

export function StatusTag({ status }: Pick<Notification, 'status'>) {
  return <span class={`tag ${lookOf[status]}`}>{statusText(status)}</span>;
}

const lookOf = { delivered: 'tag-good', failed: 'tag-danger', pending: '', unsure: 'tag-warning' };
