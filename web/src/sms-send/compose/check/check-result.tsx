import { useEffect, useRef, useState } from 'preact/hooks';
import type { SmsDryRun } from '../../../api/operations.ts';
import { RejectedLines } from '../../../sms-account/rejected-lines.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dateTime, number, relative } from '../../../words/format.ts';
import { type Draft, scheduleOf } from '../draft.ts';
import type { Recipient } from '../recipients/recipients.ts';
import { say } from '../words.ts';

type Props = {
  check: SmsDryRun;
  draft: Draft;
  recipients: Recipient[];
  timeZone: string;
  onSend: () => Promise<void>;
};

export function CheckResult({ check, draft, recipients, timeZone, onSend }: Props) {
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focus makes screen readers announce the result.
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: 'start' });
  }, [check]);
  const { queued, cost, balance } = check;
  return (
    <section class="card stack sms-send-check" aria-labelledby="sms-send-check">
      <h2 ref={heading} id="sms-send-check" tabIndex={-1}>
        {say.checked()}
      </h2>
      <Figures check={check} />
      <LeftOut check={check} draft={draft} recipients={recipients} />
      {cost > balance ? (
        <Notice kind="warning">
          <p>{say.missing({ count: cost - balance })}</p>
          <a class="button" href="/sms">
            {say.toCredits()}
          </a>
        </Notice>
      ) : (
        <p>
          <Button look="main" onClick={() => setAsking(true)}>
            {say[draft.isLater ? 'schedule' : 'send']({ count: queued })}
          </Button>
        </p>
      )}
      {isAsking && (
        <SendDialog
          check={check}
          draft={draft}
          timeZone={timeZone}
          onSend={onSend}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function Figures({ check }: { check: SmsDryRun }) {
  const { queued, duplicates, opted_out, rejected_count, encoding, segments } = check;
  const { cost, balance } = check;
  const letters = encoding === 'gsm7' ? say.gsm7() : say.ucs2();
  const figures: [string, string | 0][] = [
    [say.reached(), number(queued)],
    [say.duplicates(), duplicates && number(duplicates)],
    [say.optedOut(), opted_out && number(opted_out)],
    [say.rejected(), rejected_count && number(rejected_count)],
    [say.size(), say.sizeParts({ count: segments, letters })],
    [say.cost(), say.credits({ count: cost })],
    [say.balance(), number(balance)],
    [say.after(), number(balance - cost)],
  ];
  return (
    <dl class="sms-send-facts">
      {figures.map(
        ([name, value]) =>
          value !== 0 && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <strong>{value}</strong>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

type LeftOutProps = { check: SmsDryRun; draft: Draft; recipients: Recipient[] };

/** Rejected recipients with reasons, by line of the form or place in the group. */
function LeftOut({ check: { rejected, rejected_count }, draft, recipients }: LeftOutProps) {
  if (rejected_count === 0) return null;
  const lineOf = (index: number) =>
    (draft.mode === 'numbers' ? recipients[index]?.line : undefined) ?? index + 1;
  return (
    <div class="stack">
      <h3 id="sms-send-rejected">{say.wrongLines()}</h3>
      {rejected.length < rejected_count && (
        <p class="small">{say.listed({ shown: number(rejected.length) })}</p>
      )}
      <RejectedLines
        lines={rejected.map(({ index, ...rest }) => ({ ...rest, line: lineOf(index) }))}
        heads={{ line: say.line(), written: say.written(), why: say.why() }}
        labelledBy="sms-send-rejected"
      />
    </div>
  );
}

type SendDialogProps = {
  check: SmsDryRun;
  draft: Draft;
  timeZone: string;
  onSend: () => Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation, with the cost; stays open with the reason if it was not sent. */
function SendDialog({ check, draft, timeZone, onSend, onClose }: SendDialogProps) {
  const { queued, cost, balance } = check;
  const when = scheduleOf(draft, timeZone);
  const act = say[draft.isLater ? 'schedule' : 'send']({ count: queued });
  const now = Date.now();
  return (
    <ConfirmDialog title={act} confirm={act} onConfirm={onSend} onClose={onClose}>
      <p class="sms-text sms-bubble">{draft.message}</p>
      {when !== undefined && Date.parse(when) > now && (
        <p>
          {say.goes({ when: dateTime(when), relative: relative(when, now) })}{' '}
          {say.scheduledCancel()}
        </p>
      )}
      <p>
        <strong>{say.costs({ count: cost })}</strong>{' '}
        {cost <= balance && say.leaves({ count: balance - cost })}
      </p>
    </ConfirmDialog>
  );
}
