import { useLocation } from 'preact-iso';
import { call, callPage } from '../api/call.ts';
import type { Group } from '../api/operations.ts';
import { NameForm } from '../sms-account/name-form.tsx';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { Paged, usePages } from '../ui/load.tsx';
import { seenInList } from '../ui/seen-in-list.ts';
import { say } from './words.ts';
import './sms-groups.css';

export function Groups() {
  const groups = usePages((signal) => callPage('GET /v1/account/groups', { signal }), []);
  return (
    <SmsPage title={say.title()}>
      <p>{say.about()}</p>
      <NewGroup reload={groups.list.reload} />
      <section class="card" aria-labelledby="sms-groups">
        <h2 id="sms-groups">{say.list()}</h2>
        <Paged of={groups}>{(found) => <GroupList groups={found} />}</Paged>
      </section>
    </SmsPage>
  );
}

function NewGroup({ reload }: { reload: () => unknown }) {
  const { route } = useLocation();
  const make = async (name: string) => {
    const { id } = await seenInList(call('POST /v1/account/groups', { body: { name } }), reload);
    // A new group needs contacts next.
    route(`/sms/groups/${id}`);
  };
  return <NameForm label={say.newName()} hint={say.newHint()} submit={say.make()} make={make} />;
}

function GroupList({ groups }: { groups: Group[] }) {
  if (groups.length === 0) return <p class="faint">{say.none()}</p>;
  return (
    <ul class="sms-list">
      {groups.map(({ id, name, contact_count }) => (
        <li key={id}>
          <a class="sms-what sms-groups-link" href={`/sms/groups/${id}`}>
            {name}
          </a>
          <span class="faint small">{say.contactCount({ count: contact_count })}</span>
        </li>
      ))}
    </ul>
  );
}
