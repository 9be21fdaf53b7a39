import { call } from '../../api/call.ts';
import type { Alert, Told } from '../../api/operations.ts';
import { channelText, phaseText } from '../../notifications/notification-words.ts';
import { StatusTag } from '../../notifications/status-tag.tsx';
import { roleText } from '../../people/role-words.ts';
import { profile } from '../../session/profile.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import { dateTime } from '../../words/format.ts';
import { say } from './words.ts';

type Person = Told['people'][number];
type Message = Person['messages'][number];

/** Who was told of an alert, when and on which channel, for whoever manages the tank. */
export function ToldPeople({ alert }: { alert: Alert }) {
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
        <MessageLine key={`${message.channel} ${message.created_at}`} message={message} />
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
  const at = message.delivered_at ?? message.created_at;
  return (
    <p class="row small">
      <span>{channelText(channel)}</span>
      <StatusTag status={status} />
      <span>{phaseText(phase)}</span>
      <time class="faint" dateTime={at}>
        {dateTime(at)}
      </time>
    </p>
  );
}
