import { useEffect, useRef, useState } from 'preact/hooks';
import type { SmsDryRun } from '../../../api/operations.ts';
import { RejectedLines } from '../../../sms-account/rejected-lines.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dateTime, number, relative } from '../../../words/format.ts';
import { type Draft, isSafeToRepeat, scheduleOf } from '../draft.ts';
import { UnknownPlaceholders } from '../own-texts/own-texts.tsx';
import { say as sayOwn } from '../own-texts/words.ts';
import { say } from '../words.ts';

type Props = {
  check: SmsDryRun;
  draft: Draft;
  /** Lines of the form or the file, in the order in which they were sent; none for a group. */
  lines: readonly { line: number }[];
  /** The text, or the first of several. */
  sample: string;
  /** Set if the text asks for what the file does not have. */
  isBlocked: boolean;
  timeZone: string;
  onSend: () => Promise<void>;
};

export function CheckResult(props: Props) {
  const { check, draft, lines, sample, isBlocked, timeZone, onSend } = props;
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focus makes screen readers announce the result.
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: 'start' });
  }, [check]);
  const { queued, cost, balance, unknown_placeholders: unknown = [] } = check;
  // What the try without an answer has cost may be what is missing: with its key it costs nothing more.
  const isRepeat = draft.isInDoubt && isSafeToRepeat(draft, Date.now());
  return (
    <section class="card stack sms-send-check" aria-labelledby="sms-send-check">
      <h2 ref={heading} id="sms-send-check" tabIndex={-1}>
        {say.checked()}
      </h2>
      <Figures check={check} />
      <LeftOut check={check} lines={lines} />
      <UnknownPlaceholders unknown={unknown} isOfFile={false} />
      {unknown.length > 0 || isBlocked ? (
        <p>{sayOwn.blocked()}</p>
      ) : cost > balance && !isRepeat ? (
        <Notice kind="warning">
          <p>{say.missing({ count: cost - balance })}</p>
          <a class="button" href="/sms">
            {say.toCredits()}
          </a>
        </Notice>
      ) : (
        <>
          {cost > balance && <p>{say.perhapsPaid()}</p>}
          <p>
            <Button look="main" onClick={() => setAsking(true)}>
              {say[draft.isLater ? 'schedule' : 'send']({ count: queued })}
            </Button>
          </p>
        </>
      )}
      {isAsking && (
        <SendDialog
          check={check}
          draft={draft}
          sample={sample}
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
  const { cost, balance, without_name = 0 } = check;
  const letters = encoding === 'gsm7' ? say.gsm7() : say.ucs2();
  const figures: [string, string | 0 | false][] = [
    [say.reached(), number(queued)],
    [say.duplicates(), duplicates && number(duplicates)],
    [say.optedOut(), opted_out && number(opted_out)],
    [say.rejected(), rejected_count && number(rejected_count)],
    [sayOwn.nameless(), without_name && number(without_name)],
    [say.size(), say.sizeParts({ count: segments, letters })],
    [say.cost(), say.credits({ count: cost })],
    [say.balance(), number(balance)],
    [say.after(), cost <= balance && number(balance - cost)],
  ];
  return (
    <dl class="sms-send-facts">
      {figures.map(
        ([name, value]) =>
          value !== 0 &&
          value !== false && (
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

type LeftOutProps = Pick<Props, 'check' | 'lines'>;

/** Rejected recipients with reasons, by line of the form or place in the group. */
function LeftOut({ check: { rejected, rejected_count }, lines }: LeftOutProps) {
  if (rejected_count === 0) return null;
  const lineOf = (index: number) => lines[index]?.line ?? index + 1;
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
  sample: string;
  timeZone: string;
  onSend: () => Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation, with the cost; stays open with the reason if it was not sent. */
function SendDialog({ check, draft, sample, timeZone, onSend, onClose }: SendDialogProps) {
  const { queued, cost, balance } = check;
  const when = scheduleOf(draft, timeZone);
  const act = say[draft.isLater ? 'schedule' : 'send']({ count: queued });
  const now = Date.now();
  return (
    <ConfirmDialog title={act} confirm={act} onConfirm={onSend} onClose={onClose}>
      {draft.mode === 'file' && <p>{sayOwn.first()}</p>}
      <p class="sms-text sms-bubble">{sample}</p>
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
