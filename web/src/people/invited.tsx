import { useEffect, useRef } from 'preact/hooks';
import type { Share } from '../api/operations.ts';
import { NearOnly } from '../ui/near-only.tsx';
import { Notice } from '../ui/notice.tsx';
import { InvitationLink } from './invitations/invitation-link.tsx';
import { personOf } from './share.ts';
import { say } from './words.ts';

type Props = {
  share: Share;
  /** Address as it was typed. */
  to: string;
};

/** Says that somebody was just invited, or is to be the new owner, with the link to send. */
export function Invited({ share, to }: Props) {
  const own = useRef<HTMLDivElement>(null);
  // At the end of a phone's screen it would lie under the bar.
  useEffect(() => own.current?.scrollIntoView({ block: 'center' }), []);
  const isTold = share.link_code === null;
  return (
    <div ref={own} class="stack">
      <Notice kind={isTold ? 'success' : 'warning'}>
        <div class="stack">
          <p>{sentenceOf(share, to)}</p>
          <InvitationLink share={share} />
        </div>
      </Notice>
      {!isTold && <NearOnly />}
    </div>
  );
}

function sentenceOf(share: Share, typed: string): string {
  const to = typed || personOf(share);
  if (share.role === 'owner') {
    return share.link_code === null ? say.wasOffered({ to }) : say.isToBeOffered({ to });
  }
  return share.link_code === null
    ? say.wasInvited({ to: personOf(share) })
    : say.isToBeTold({ to });
}
