import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { normalisePhone } from '../../../../src/kit/text/phone.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readablePhone } from '../../words/readable-phone.ts';
import type { Draft } from './draft.ts';
import { addLines, type Recipient } from './recipients/recipients.ts';
import { say } from './words.ts';

type Props = { draft: Draft; recipients: Recipient[]; edit: (change: Partial<Draft>) => void };

/**
 * Takes the recipient of a link from the address, and clears it there. Where others are typed already, it asks what
 * is to become of them: a reply to one person must neither lose a list nor go to all of it.
 */
export function Addressed({ draft, recipients, edit }: Props) {
  const { query, path, route } = useLocation();
  const [asked, ask] = useState<string>();
  useEffect(() => {
    const { group, to } = query;
    if (group && /^\d{1,15}$/.test(group)) edit({ mode: 'group', groupId: Number(group) });
    else if (to && recipients.length === 0) edit({ mode: 'numbers', recipients: to });
    else if (to && recipients.some((each) => !isSame(each.to, to))) ask(to);
    else if (to && draft.mode !== 'numbers') edit({ mode: 'numbers' });
    if (group || to) route(path, true);
  }, []);
  if (asked === undefined) return null;
  const phone = readablePhone(asked);
  const write = (lines: string) => {
    ask(undefined);
    edit({ mode: 'numbers', recipients: lines });
  };
  return (
    <Notice kind="warning">
      <p>{say.typedAlready({ count: recipients.length })}</p>
      <div class="row">
        <Button onClick={() => write(asked)}>{say.onlyTo({ phone })}</Button>
        <Button onClick={() => write(addLines(draft.recipients, asked))}>
          {say.alsoTo({ phone })}
        </Button>
      </div>
    </Notice>
  );
}

function isSame(one: string, other: string): boolean {
  return one === other || (normalisePhone(one) ?? one) === normalisePhone(other);
}
