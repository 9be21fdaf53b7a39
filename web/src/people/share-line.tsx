import type { Share } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { dateTime } from '../words/format.ts';
import { InvitationLink } from './invitations/invitation-link.tsx';
import { roleText } from './role-words.ts';
import { personOf, readRole, sharedRoles, shareWith, type Target } from './share.ts';
import { say } from './words.ts';

type Props = {
  share: Share;
  target: Target;
  isOwn: boolean;
  onChanged: () => Promise<void>;
  onEnd: () => void;
};

/** One person, or an open invitation, with the role that can be changed on the spot. */
export function ShareLine({ share, target, isOwn, onChanged, onEnd }: Props) {
  const { role, status, expires_at } = share;
  const person = personOf(share);
  const isByGroup = share.group_id !== null && !('group_id' in target);
  const isSettled = role === 'owner' || isByGroup || isOwn;
  const changing = useAction(async (chosen: string) => {
    // The address that was invited is what names the share.
    await shareWith(target, share.email ?? share.phone ?? '', readRole(chosen));
    await onChanged();
  });
  return (
    <li class="people-line">
      <div class="people-name">
        <strong>{person}</strong>
        {isOwn && <span class="tag">{say.thatsYou()}</span>}
        {share.user?.full_name && <p class="faint small">{share.user.email}</p>}
        {status === 'pending' && (
          <p class="faint small">
            {role === 'owner' ? say.toBeOwner() : say.invited()}
            {expires_at !== null && ` · ${say.until({ when: dateTime(expires_at) })}`}
          </p>
        )}
        {isByGroup && <p class="faint small">{say.byGroup()}</p>}
      </div>
      <div class="row">
        {isSettled ? (
          <span class="tag">{roleText(role)}</span>
        ) : (
          <select
            class="input people-role"
            aria-label={say.roleOf({ person })}
            disabled={changing.isBusy}
            value={role}
            onChange={(event) => void changing.run(event.currentTarget.value)}
          >
            {sharedRoles.map((each) => (
              <option key={each} value={each}>
                {roleText(each)}
              </option>
            ))}
          </select>
        )}
        {!isByGroup && !isOwn && (
          <Button
            look="quiet"
            aria-label={status === 'pending' ? say.takeBackOf({ person }) : say.endOf({ person })}
            onClick={onEnd}
          >
            {status === 'pending' ? say.takeBack() : say.end()}
          </Button>
        )}
      </div>
      <FailureNotice failure={changing.failure} />
      {share.code !== null && <InvitationLink code={share.code} phone={share.phone ?? ''} />}
    </li>
  );
}
