import { useLocation } from 'preact-iso';
import { type AnswerOf, call, callPage } from '../api/call.ts';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/field.tsx';
import { formText } from '../ui/form-text.ts';
import { onSubmit } from '../ui/on-submit.ts';
import { Paged } from '../ui/paged.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { say } from './words.ts';
import './sms-groups.css';

type Group = AnswerOf<'GET /v1/account/groups'>[number];

/** The groups of contacts, and how to make one. */
export function Groups() {
  const groups = usePages((signal) => callPage('GET /v1/account/groups', { signal }), []);
  return (
    <SmsPage title={say.title()}>
      <p>{say.about()}</p>
      <NewGroup />
      <section class="card" aria-labelledby="sms-groups">
        <h2 id="sms-groups">{say.list()}</h2>
        <Paged of={groups}>{(found) => <GroupList groups={found} />}</Paged>
      </section>
    </SmsPage>
  );
}

function NewGroup() {
  const { route } = useLocation();
  const making = useAction(async (form: FormData) => {
    const body = { name: formText(form, 'name') };
    const { id } = await call('POST /v1/account/groups', { body });
    // An empty group wants contacts.
    route(`/sms/groups/${id}`);
  });
  return (
    <form class="card stack" onSubmit={onSubmit(making.run)}>
      <div class="sms-form">
        <Field
          label={say.newName()}
          name="name"
          required
          maxLength={100}
          hint={say.newHint()}
          failure={making.failure}
        />
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {say.make()}
        </Button>
      </div>
      <FailureNotice failure={making.failure} />
    </form>
  );
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
