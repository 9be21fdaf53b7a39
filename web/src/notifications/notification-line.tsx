import type { Notification } from '../api/operations.ts';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { dateTime } from '../words/format.ts';
import { channelText, statusText } from './settings.ts';
import { say } from './words.ts';

type Props = {
  notification: Notification;
  /** Text of the message, unless its title says it. */
  text?: string;
};

export function NotificationLine({ notification, text }: Props) {
  const { channel, address, status, error, title, incidents, created_at, ...times } = notification;
  const at = times.delivered_at ?? times.sent_at ?? created_at;
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
        {times.is_paid_by_owner && ` · ${say.paidByOwner()}`}
        {isOnItsWay(status) && error && ` · ${faultSentence(error)}`}
      </p>
    </li>
  );
}

export function StatusTag({ status }: Pick<Notification, 'status'>) {
  return <span class={`tag ${lookOf[status]}`}>{statusText(status)}</span>;
}

const lookOf = {
  pending: '',
  sent: '',
  handed_over: '',
  delivered: 'tag-good',
  unsure: 'tag-warning',
  simulated: 'tag-danger',
  failed: 'tag-danger',
};

/** True while the error of the last try still means something. */
function isOnItsWay(status: Notification['status']): boolean {
  return status === 'pending' || status === 'failed' || status === 'unsure';
}
