import { useRoute } from 'preact-iso';
import { call, callPage } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { usePages } from '../ui/load/use-pages.ts';
import { NotFound } from '../ui/not-found.tsx';
import { AddContact } from './add-contact.tsx';
import { ContactList } from './contact-list.tsx';
import { GroupActions } from './group-actions.tsx';
import { ImportContacts } from './import/import-contacts.tsx';
import { say } from './words.ts';

/** One group: its contacts, and what can be done with it. */
export function GroupScreen() {
  const id = Number(useRoute().params['id']);
  const path = { id };
  const group = useLoad((signal) => call('GET /v1/account/groups/{id}', { path, signal }), [id]);
  const contacts = usePages(
    (signal) => callPage('GET /v1/account/groups/{id}/contacts', { path, signal }),
    [id],
  );
  const reload = async () => {
    await Promise.all([group.reload(), contacts.list.reload()]);
  };
  // 400 where the address has no number at all.
  if (group.failure instanceof Failure && [400, 404].includes(group.failure.status)) {
    return <NotFound />;
  }
  return (
    <SmsPage
      title={group.data?.name ?? say.group()}
      back={{ href: '/sms/groups', label: say.back() }}
    >
      <Loaded of={group}>
        {(found) => (
          <>
            <GroupActions group={found} onRenamed={group.set} />
            <AddContact groupId={id} onAdded={reload} />
            <ImportContacts groupId={id} isEmpty={found.contact_count === 0} onImported={reload} />
            <ContactList group={found} contacts={contacts} onRemoved={group.reload} />
          </>
        )}
      </Loaded>
    </SmsPage>
  );
}
