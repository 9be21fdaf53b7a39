import { useState } from 'preact/hooks';
import { call, callRaw } from '../api/call.ts';
import type { Contact, Group } from '../api/operations.ts';
import { CsvButton } from '../sms-account/files/csv-button.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Paged, type Pages } from '../ui/load.tsx';
import { readablePhone } from '../words/readable-phone.ts';
import { say } from './words.ts';

type Props = { group: Group; contacts: Pages<Contact>; onRemoved: () => Promise<void> };

export function ContactList({ group, contacts, onRemoved }: Props) {
  const [leaving, askToRemove] = useState<Contact>();
  const remove = async ({ id: contact_id }: Contact) => {
    await call('DELETE /v1/account/groups/{id}/contacts/{contact_id}', {
      path: { id: group.id, contact_id },
    });
    contacts.change((before) => before.filter((each) => each.id !== contact_id));
    await onRemoved();
  };
  return (
    <section class="card" aria-labelledby="sms-contacts">
      <header class="page-head">
        <h2 id="sms-contacts">
          {say.contacts()}{' '}
          <span class="faint small">{say.contactCount({ count: group.contact_count })}</span>
        </h2>
        {group.contact_count > 0 && <ExportButton group={group} />}
      </header>
      <Paged of={contacts}>
        {(found) =>
          found.length === 0 ? (
            <p class="faint">{say.noContacts()}</p>
          ) : (
            <ul class="sms-list">
              {found.map((contact) => (
                <li key={contact.id}>
                  <div class="sms-what">
                    <strong>{contact.name ?? <span class="faint">{say.nameless()}</span>}</strong>
                    <div class="small">{readablePhone(contact.phone)}</div>
                  </div>
                  <Button
                    aria-label={say.removeNamed({ who: nameOf(contact) })}
                    onClick={() => askToRemove(contact)}
                  >
                    {say.remove()}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Paged>
      {leaving && (
        <ConfirmDialog
          title={say.removeTitle({ who: nameOf(leaving) })}
          confirm={say.remove()}
          isDangerous
          onConfirm={() => remove(leaving)}
          onClose={() => askToRemove(undefined)}
        >
          <p>{say.removeHint()}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function nameOf({ name, phone }: Contact): string {
  return name ?? readablePhone(phone);
}

function ExportButton({ group: { id, name } }: { group: Group }) {
  const parts = { path: { id }, query: { format: 'csv' } };
  return (
    <CsvButton
      label={say.listSave()}
      name={name}
      fetchFile={(signal) => callRaw('GET /v1/account/groups/{id}/contacts', { ...parts, signal })}
    />
  );
}
