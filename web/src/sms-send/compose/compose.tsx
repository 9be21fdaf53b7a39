import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { SmsDryRun } from '../../api/operations.ts';
import { profile } from '../../session/profile.ts';
import { SimulatedNotice, SmsPage } from '../../sms-account/sms-page.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { say as sayUi } from '../../ui/words.ts';
import { Addressed } from './addressed.tsx';
import { CheckResult } from './check/check-result.tsx';
import { bulkBody, type Draft, emptyDraft, isSafeToRepeat } from './draft.ts';
import { MessageSection } from './message-section.tsx';
import { OptionsSection } from './options-section.tsx';
import { fillTexts, isUnfilled, readOwnFile } from './own-texts/own-file.ts';
import { say as sayOwn } from './own-texts/words.ts';
import { readRecipients } from './recipients/recipients.ts';
import { RecipientsSection } from './recipients/recipients-section.tsx';
import { useDraft, useSending } from './use-draft.ts';
import { say } from './words.ts';
import '../sms-send.css';

export function Compose() {
  const user = profile.value?.user;
  return (
    <SmsPage title={say.title()}>
      {user ? (
        <ComposeForm key={user.id} userId={user.id} timeZone={user.timezone} />
      ) : (
        <p role="status">{sayUi.loading()}</p>
      )}
    </SmsPage>
  );
}

function ComposeForm({ userId, timeZone }: { userId: string; timeZone: string }) {
  const inHand = useDraft(userId);
  const { draft, clear, takenOver } = inHand;
  const recipients = useMemo(() => readRecipients(draft.recipients), [draft.recipients]);
  const { file, mode } = draft;
  const own = useMemo(
    () => (file ? readOwnFile(file.text, file.phone, (at) => sayOwn.column({ at })) : undefined),
    [file],
  );
  const filled = useMemo(() => own && fillTexts(own, draft.message), [own, draft.message]);
  const sent = { recipients, filled };
  const isBlocked =
    mode === 'file' && filled !== undefined && isUnfilled(filled, draft.isMissingLeftOut);
  const settings = useLoad((signal) => call('GET /v1/account/settings', { signal }), []).data;
  const account = useLoad((signal) => call('GET /v1/account', { signal }), []);
  const [check, setCheck] = useState<SmsDryRun>();
  const [isClearing, setClearing] = useState(false);
  // A check belongs to the text as of its request.
  const edits = useRef(0);
  const checking = useAction(async () => {
    const asked = edits.current;
    const body = { ...bulkBody(draft, sent, timeZone), dry_run: true };
    const found = await call('POST /v1/account/sms/bulk', { body });
    if (edits.current === asked) setCheck(found);
  });
  const edit = (change: Partial<Draft>) => {
    edits.current += 1;
    setCheck(undefined);
    checking.clear();
    inHand.edit(change);
  };
  useEffect(() => {
    if (takenOver === 0) return;
    edits.current += 1;
    setCheck(undefined);
  }, [takenOver]);
  const send = useSending(inHand, sent, timeZone);
  const parts = { draft, edit, failure: checking.failure };
  return (
    <>
      {account.data?.simulated && <SimulatedNotice />}
      {takenOver > 0 && (
        <Notice kind="warning">
          <p>{say.takenOver()}</p>
        </Notice>
      )}
      <DoubtNotice draft={draft} />
      <Addressed draft={draft} recipients={recipients} edit={edit} />
      <form class="stack" noValidate onSubmit={onSubmit(checking.run)}>
        <div class="stack sms-send-two">
          <RecipientsSection {...parts} recipients={recipients} own={own} />
          <MessageSection
            {...parts}
            {...{ recipients, own, filled }}
            isSmart={settings?.smart_encoding ?? false}
          />
        </div>
        <OptionsSection {...parts} {...{ timeZone, settings }} isSingle={recipients.length === 1} />
        <FailureNotice failure={checking.failure} />
        <div class="row">
          <Button look={check ? 'plain' : 'main'} type="submit" isBusy={checking.isBusy}>
            {check ? say.checkAgain() : say.check()}
          </Button>
          {isSomething(draft) && (
            <Button look="quiet" onClick={() => setClearing(true)}>
              {say.clear()}
            </Button>
          )}
        </div>
        {!check && <p class="hint">{say.checkHint()}</p>}
      </form>
      {check && (
        <CheckResult
          check={check}
          draft={draft}
          lines={mode === 'file' ? (filled?.texts ?? []) : mode === 'numbers' ? recipients : []}
          sample={(mode === 'file' ? filled?.texts[0]?.text : undefined) ?? draft.message}
          isBlocked={isBlocked}
          timeZone={timeZone}
          onSend={send}
        />
      )}
      {isClearing && (
        <ConfirmDialog
          title={say.clearTitle()}
          confirm={say.clear()}
          isDangerous
          onConfirm={async () => {
            setCheck(undefined);
            clear();
          }}
          onClose={() => setClearing(false)}
        >
          <p>{say.clearAbout()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function isSomething(draft: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft);
}

/** Explains a try without an answer before the next one. */
function DoubtNotice({ draft }: { draft: Draft }) {
  if (!draft.isInDoubt) return null;
  if (isSafeToRepeat(draft, Date.now())) {
    return (
      <Notice kind="info">
        <p>{say.doubtSafe()}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning">
      <p>{say.doubtChanged()}</p>
      <div class="row">
        <a class="button" href="/sms/messages">
          {say.toMessages()}
        </a>
        <a class="button" href="/sms/jobs">
          {say.toJobs()}
        </a>
      </div>
    </Notice>
  );
}
