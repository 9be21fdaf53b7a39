import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { call, callPage } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import type { Group } from '../api/operations.ts';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad, usePages } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { NotFound } from '../ui/page.tsx';
import { readablePhone } from '../words/readable-phone.ts';
import { ContactList } from './contact-list.tsx';
import { ImportContacts } from './import-contacts.tsx';
import { say } from './words.ts';

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
  // 400 if the address contains no number at all.
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

type Props = { group: Group; onRenamed: (group: Group) => void };

function GroupActions({ group, onRenamed }: Props) {
  const [asked, ask] = useState<'rename' | 'delete'>();
  const { route } = useLocation();
  const { id, name, contact_count } = group;
  const close = () => ask(undefined);
  const remove = async () => {
    await call('DELETE /v1/account/groups/{id}', { path: { id } });
    route('/sms/groups', true);
  };
  return (
    <div class="row">
      {contact_count > 0 && (
        <a class="button button-main" href={`/sms/compose?group=${id}`}>
          {say.sendTo()}
        </a>
      )}
      <Button onClick={() => ask('rename')}>{say.rename()}</Button>
      <Button look="danger" onClick={() => ask('delete')}>
        {say.delete()}
      </Button>
      {asked === 'rename' && <RenameDialog group={group} onRenamed={onRenamed} onClose={close} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={say.deleteTitle({ name })}
          confirm={say.delete()}
          isDangerous
          onConfirm={remove}
          onClose={close}
        >
          {contact_count > 0 && <p>{say.deleteHint({ count: contact_count })}</p>}
        </ConfirmDialog>
      )}
    </div>
  );
}

function RenameDialog({ group, onRenamed, onClose }: Props & { onClose: () => void }) {
  const renaming = useAction(async (form: FormData) => {
    const body = { name: formText(form, 'name') };
    onRenamed(await call('PUT /v1/account/groups/{id}', { path: { id: group.id }, body }));
    onClose();
  });
  return (
    <Dialog title={say.rename()} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit(renaming.run)}>
        <Field
          label={say.name()}
          name="name"
          required
          maxLength={100}
          defaultValue={group.name}
          failure={renaming.failure}
        />
        <FailureNotice failure={renaming.failure} />
        <div class="row row-end">
          <Button look="main" type="submit" isBusy={renaming.isBusy}>
            {say.save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type AddContactProps = { groupId: number; onAdded: () => Promise<void> };

const blank = { phone: '', name: '' };

/** Adds one contact, or renames a known number. */
function AddContact({ groupId, onAdded }: AddContactProps) {
  const [contact, setContact] = useState(blank);
  const [done, setDone] = useState<string>();
  const adding = useAction(async () => {
    setDone(undefined);
    const path = { id: groupId };
    const body = { contacts: [contact] };
    const answer = await call('POST /v1/account/groups/{id}/contacts', { path, body });
    const [rejected] = answer.rejected;
    if (rejected) throw rejectionAsFailure(rejected);
    const phone = readablePhone(contact.phone);
    // Without a name the one that is there stays.
    const isNamed = contact.name.trim() !== '';
    const sentence = answer.added > 0 ? say.added : isNamed ? say.updated : say.known;
    setDone(sentence({ phone }));
    setContact(blank);
    await onAdded();
  });
  return (
    <form class="card stack" onSubmit={onSubmit(adding.run)}>
      <h2>{say.add()}</h2>
      <div class="sms-form">
        <Field
          label={say.phone()}
          name="phone"
          type="tel"
          required
          placeholder="0712 345 678"
          value={contact.phone}
          onInput={(event) => setContact({ ...contact, phone: event.currentTarget.value })}
          failure={adding.failure}
        />
        <Field
          label={say.name()}
          name="name"
          isOptional
          value={contact.name}
          onInput={(event) => setContact({ ...contact, name: event.currentTarget.value })}
          failure={adding.failure}
        />
        <Button look="main" type="submit" isBusy={adding.isBusy}>
          {say.addButton()}
        </Button>
      </div>
      <FailureNotice failure={adding.failure} />
      {done !== undefined && <Notice kind="success">{done}</Notice>}
    </form>
  );
}

/** The request itself was accepted: the rejection of its only entry is the failure. */
function rejectionAsFailure({ to, error }: { to: string | null; error: string }): Failure {
  const sentence = `${to ?? ''} ${error}.`.trim();
  const errors = [{ field: 'phone', message: error }];
  return new Failure(400, { error: sentence, code: 'rejected', errors });
}
