import { useRef, useState } from 'preact/hooks';
import { call, callPage } from '../api/call.ts';
import type { SenderOfAccount } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Field, SelectField } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Paged, usePages } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { date } from '../words/format.ts';
import { say } from './words.ts';

export function Senders() {
  const senders = usePages((signal) => callPage('GET /v1/admin/senders', { signal }), []);
  const [taken, askToTake] = useState<SenderOfAccount>();
  const take = async ({ sender }: SenderOfAccount) => {
    await call('DELETE /v1/admin/senders/{sender}', { path: { sender } });
    senders.change((before) => before.filter((each) => each.sender !== sender));
  };
  return (
    <section class="card stack" aria-labelledby="sms-admin-senders">
      <h2 id="sms-admin-senders">{say.senders()}</h2>
      <p class="faint small">{say.sendersAbout()}</p>
      <GiveSender onGiven={senders.list.reload} />
      <Paged of={senders}>
        {(found) => (
          <ul class="sms-list">
            {found.length === 0 && <li class="faint">{say.noSenders()}</li>}
            {found.map((sender) => (
              <SenderLine key={sender.sender} sender={sender} onTake={askToTake} />
            ))}
          </ul>
        )}
      </Paged>
      {taken && (
        <ConfirmDialog
          title={say.takeTitle({ sender: taken.sender, email: taken.email })}
          confirm={say.take()}
          isDangerous
          onConfirm={() => take(taken)}
          onClose={() => askToTake(undefined)}
        >
          <p>{say.takeHint()}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

type LineProps = { sender: SenderOfAccount; onTake: (sender: SenderOfAccount) => void };

function SenderLine({ sender, onTake }: LineProps) {
  const { sender: name, email, created_at } = sender;
  return (
    <li>
      <div class="sms-what">
        <strong>{name}</strong>{' '}
        {sender.class !== null && <span class="tag">{say[sender.class]()}</span>}
        <div class="faint small">
          {email} · {say.since({ when: date(created_at) })}
        </div>
      </div>
      <Button
        look="danger"
        aria-label={say.takeNamed({ sender: name })}
        onClick={() => onTake(sender)}
      >
        {say.take()}
      </Button>
    </li>
  );
}

function carriedOf(chosen: string): SenderOfAccount['class'] {
  return chosen === 'transactional' || chosen === 'promotional' ? chosen : null;
}

function GiveSender({ onGiven }: { onGiven: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  const [done, setDone] = useState<string>();
  const giving = useAction(async (data: FormData) => {
    setDone(undefined);
    const body = {
      sender: formText(data, 'sender'),
      email: formText(data, 'email').trim(),
      class: carriedOf(formText(data, 'class')),
    };
    const given = await call('POST /v1/admin/senders', { body });
    setDone(say.given({ sender: given.sender, email: given.email }));
    form.current?.reset();
    await onGiven();
  });
  return (
    <form ref={form} class="stack" onSubmit={onSubmit(giving.run)}>
      <div class="sms-form">
        <Field
          label={say.sender()}
          name="sender"
          required
          maxLength={20}
          hint={say.senderHint()}
          failure={giving.failure}
        />
        <Field label={say.email()} name="email" type="email" required failure={giving.failure} />
        <SelectField
          label={say.carries()}
          name="class"
          options={[
            ['', say.both()],
            ['transactional', say.transactional()],
            ['promotional', say.promotional()],
          ]}
          failure={giving.failure}
        />
        <Button type="submit" isBusy={giving.isBusy}>
          {say.give()}
        </Button>
      </div>
      <FailureNotice failure={giving.failure} />
      {done !== undefined && <Notice kind="success">{done}</Notice>}
    </form>
  );
}
