import { useEffect, useRef, useState } from 'preact/hooks';
import type { SmsDryRun } from '../../../api/operations.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { number } from '../../../words/format.ts';
import type { Draft } from '../draft.ts';
import type { Recipient } from '../recipients/recipients.ts';
import { SendDialog } from '../sending/send-dialog.tsx';
import { say } from '../words.ts';
import { RejectedLines } from './rejected-lines.tsx';

type Props = {
  check: SmsDryRun;
  draft: Draft;
  recipients: Recipient[];
  timeZone: string;
  onSend: () => Promise<void>;
};

/** What a dry run says of it, and the way on. */
export function CheckResult({ check, draft, recipients, timeZone, onSend }: Props) {
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Who cannot see that it appeared hears it.
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
      <RejectedLines check={check} draft={draft} recipients={recipients} />
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
