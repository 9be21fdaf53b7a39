import { call } from '../../api/call.ts';
import type { Alert, Notification, Told as NotifiedAnswer } from '../../api/operations.ts';
import { NotificationLine, StatusTag } from '../../notifications/notification-line.tsx';
import { channelText, phaseText } from '../../notifications/settings.ts';
import { roleText } from '../../people/share.ts';
import { profile } from '../../session/profile.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { dateTime } from '../../words/format.ts';
import { say } from './words.ts';

/** Number of notifications searched: older alerts were sent longer ago than anybody asks. */
const looked = 200;

/** Notifications of an alert to the reader. */
export function NotifiedReader({ alert: { id, raised_at, resolved_at } }: { alert: Alert }) {
  const load = useLoad(
    async (signal) => {
      const query = { limit: looked };
      const all = await call('GET /api/notifications.php?action=history', { query, signal });
      return all.filter(({ incidents }) => incidents.some((each) => each.id === id));
    },
    [id, raised_at, resolved_at],
  );
  return (
    <section class="card stack" aria-labelledby="told-title">
      <h2 id="told-title">{say.told()}</h2>
      <Loaded of={load}>
        {(told) =>
          told.length === 0 ? (
            <p>{say.toldNobody()}</p>
          ) : (
            <ol class="lines">
              {told.map((each) => (
                <NotificationLine
                  key={each.id}
                  notification={each}
                  text={phaseText(phaseOf(each, id))}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      <p>
        <a href="/account/notifications">{say.toldSettings()}</a>
      </p>
    </section>
  );
}

function phaseOf({ incidents }: Notification, alertId: number) {
  return incidents.find(({ id }) => id === alertId)?.phase ?? 'raised';
}

type Person = NotifiedAnswer['people'][number];
type Message = Person['messages'][number];

/** People notified of an alert; shown to managers of the tank. */
export function NotifiedPeople({ alert }: { alert: Alert }) {
  const { id, raised_at, resolved_at, acknowledged_at } = alert;
  const load = useLoad(
    (signal) => call('GET /api/alerts.php?action=told', { query: { id }, signal }),
    [id, raised_at, resolved_at, acknowledged_at],
  );
  return (
    <section class="card stack" aria-labelledby="told-people-title">
      <h2 id="told-people-title">{say.toldPeople()}</h2>
      <Loaded of={load}>
        {({ acknowledged_by, people }) => (
          <>
            {acknowledged_by?.full_name != null && (
              <p>{say.acknowledgedBy({ name: acknowledged_by.full_name })}</p>
            )}
            {people.length === 0 ? (
              <p>{say.toldNobodyYet()}</p>
            ) : (
              <ul class="lines">
                {people.map((person) => (
                  <PersonLine key={person.id} person={person} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      <p>
        <a href="/account/notifications">{say.toldSettings()}</a>
      </p>
    </section>
  );
}

function PersonLine({
  person: { id, full_name, role, waits_until, messages },
}: {
  person: Person;
}) {
  const isReader = id === String(profile.value?.user.id);
  const name = isReader ? say.you() : full_name;
  return (
    <li>
      <p class="row">
        <strong>{name ?? roleText(role)}</strong>
        {name !== null && <span class="tag">{roleText(role)}</span>}
      </p>
      {messages.map((message) => (
        <MessageLine
          key={`${message.channel} ${message.created_at} ${message.is_paid_by_owner}`}
          message={message}
        />
      ))}
      {waits_until !== null && (
        <p class="faint small">
          {(isReader ? say.toldYouAt : say.toldAt)({ at: dateTime(waits_until) })}
        </p>
      )}
      {waits_until === null && messages.length === 0 && (
        <p class="faint small">{isReader ? say.notToldYou() : say.notTold()}</p>
      )}
    </li>
  );
}

function MessageLine({ message: { channel, phase, status, ...message } }: { message: Message }) {
  const at = message.delivered_at ?? message.sent_at ?? message.created_at;
  return (
    <p class="row small">
      <span>{channelText(channel)}</span>
      <StatusTag status={status} />
      <span>{phaseText(phase)}</span>
      <time class="faint" dateTime={at}>
        {dateTime(at)}
      </time>
      {message.is_paid_by_owner && <span class="faint">{say.paidByOwner()}</span>}
    </p>
  );
}
