import { useRef, useState } from 'preact/hooks';
import { type AnswerOf, call, callPage } from '../api/call.ts';
import type { AccountCredits } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction, useIdempotencyKey } from '../ui/form/use-action.ts';
import { Paged, usePages } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { number } from '../words/format.ts';
import { SuspensionDialog } from './suspension.tsx';
import { say } from './words.ts';

export function Accounts() {
  const [search, setSearch] = useState('');
  const accounts = usePages(
    (signal) =>
      callPage('GET /v1/admin/accounts', { query: { email: search.trim(), limit: 20 }, signal }),
    [search],
  );
  const [receiver, askHowMany] = useState<string>();
  const [held, askWhy] = useState<AccountCredits>();
  const [granted, setGranted] = useState<Granted>();
  const replace = (account: AccountCredits) =>
    accounts.change((before) => before.map((each) => (each.id === account.id ? account : each)));
  const note = (answer: Granted) => {
    setGranted(answer);
    const { email, balance, quota, used } = answer;
    accounts.change((before) =>
      before.map((each) => (each.email === email ? { ...each, balance, quota, used } : each)),
    );
  };
  return (
    <section class="card stack" aria-labelledby="sms-accounts">
      <h2 id="sms-accounts">{say.accounts()}</h2>
      <div class="sms-search">
        <Field
          label={say.search()}
          name="search"
          type="search"
          autoCapitalize="none"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {granted && <Notice kind="success">{sentenceOf(granted)}</Notice>}
      <Paged of={accounts}>
        {(found) => (
          <ul class="sms-list">
            {found.length === 0 && <li class="faint">{say.noAccount()}</li>}
            {found.map((account) => (
              <AccountLine
                key={account.id}
                account={account}
                onGrant={askHowMany}
                onSuspend={askWhy}
              />
            ))}
          </ul>
        )}
      </Paged>
      {receiver !== undefined && (
        <GrantDialog email={receiver} onGranted={note} onClose={() => askHowMany(undefined)} />
      )}
      {held && (
        <SuspensionDialog account={held} onChanged={replace} onClose={() => askWhy(undefined)} />
      )}
    </section>
  );
}

function sentenceOf({ email, credits, balance }: Granted): string {
  const sayDone = credits > 0 ? say.granted : say.takenBack;
  return sayDone({ email, count: Math.abs(credits), balance: number(balance) });
}

type LineProps = {
  account: AccountCredits;
  onGrant: (email: string) => void;
  onSuspend: (account: AccountCredits) => void;
};

function AccountLine({ account, onGrant, onSuspend }: LineProps) {
  const { email, role, balance, quota, used, suspended } = account;
  return (
    <li>
      <div class="sms-what">
        <strong>{email}</strong> {role === 'admin' && <span class="tag">{say.isAdmin()}</span>}
        {suspended && <span class="tag tag-danger">{say.suspended()}</span>}
        <div class="faint small">{say.figures({ balance, used, quota })}</div>
        {suspended && <div class="small">{suspended.reason}</div>}
      </div>
      <div class="row">
        <Button aria-label={say.grantTo({ email })} onClick={() => onGrant(email)}>
          {say.grant()}
        </Button>
        <Button
          aria-label={suspended ? say.resumeNamed({ email }) : say.suspendNamed({ email })}
          onClick={() => onSuspend(account)}
        >
          {suspended ? say.resume() : say.suspend()}
        </Button>
      </div>
    </li>
  );
}

type Granted = AnswerOf<'POST /v1/admin/credits'>;

type Props = { email: string; onGranted: (granted: Granted) => void; onClose: () => void };

/** Grants credits, or takes them back: once, however often it is retried after a lost answer. */
function GrantDialog({ email, onGranted, onClose }: Props) {
  const keyFor = useIdempotencyKey();
  const own = useRef<HTMLFormElement>(null);
  const granting = useAction(async (form: FormData, sign: 1 | -1) => {
    const note = formText(form, 'note').trim();
    const credits = sign * Number(formText(form, 'credits'));
    const body = { email, credits, note: note === '' ? null : note };
    const idempotencyKey = keyFor(body);
    onGranted(await call('POST /v1/admin/credits', { body, idempotencyKey }));
    onClose();
  });
  const takeBack = () => {
    const form = own.current;
    if (form?.reportValidity()) void granting.run(new FormData(form), -1);
  };
  return (
    <Dialog title={say.grant()} onClose={onClose}>
      <p>{email}</p>
      <form ref={own} class="stack" onSubmit={onSubmit((form) => granting.run(form, 1))}>
        <Field
          label={say.credits()}
          name="credits"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={1_000_000_000}
          step={1}
          hint={say.creditsHint()}
          failure={granting.failure}
        />
        <Field
          label={say.note()}
          name="note"
          isOptional
          maxLength={200}
          hint={say.noteHint()}
          failure={granting.failure}
        />
        <FailureNotice failure={granting.failure} />
        <div class="row row-end">
          <Button isBusy={granting.isBusy} onClick={takeBack}>
            {say.takeBack()}
          </Button>
          <Button look="main" type="submit" isBusy={granting.isBusy}>
            {say.grant()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
