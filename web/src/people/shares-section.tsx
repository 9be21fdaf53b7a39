import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Share } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { isAtLeast, loadTanks, type Role } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { NearOnly } from '../ui/near-only.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { dateTime } from '../words/format.ts';
import { HandOver } from './hand-over.tsx';
import { InvitationLink } from './invitations/invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import {
  endShare,
  nameAndEmail,
  personOf,
  readRole,
  roleText,
  sharedRoles,
  shareWith,
  type Target,
} from './share.ts';
import { SmsPayment } from './sms-payment.tsx';
import { say } from './words.ts';

type Props = {
  target: Target;
  name: string;
  role: Role;
};

/** Shares of a device or group: all of them for managers, else the reader's own. */
export function SharesSection({ target, name, role }: Props) {
  const shares = useLoad(
    (signal) => call('GET /api/devices.php?action=shares', { query: target, signal }),
    [...Object.values(target)],
  );
  const [ending, setEnding] = useState<Share>();
  const [invited, setInvited] = useState<Share>();
  const mayManage = isAtLeast(role, 'manager');
  // A share through a group is left at the group, with all its tanks.
  const own = shares.data?.find(
    (share) => isOwn(share) && (share.group_id === null || 'group_id' in target),
  );
  const waiting = shares.data?.find(({ id, status }) => id === invited?.id && status === 'pending');
  const onInvited = async (share: Share) => {
    setInvited(share);
    await shares.reload();
  };
  return (
    <>
      {role !== 'owner' && (
        <Loaded of={shares}>{(known) => <Sharers shares={known.filter(isOwn)} />}</Loaded>
      )}
      {mayManage && (
        <section class="card stack" aria-labelledby="shares-title">
          <h2 id="shares-title">{say.people()}</h2>
          <Loaded of={shares}>
            {(known) =>
              known.length === 0 ? (
                <p>{say.nobody()}</p>
              ) : (
                <>
                  {known.some(({ id, link_code }) => link_code !== null && id !== invited?.id) && (
                    <NearOnly />
                  )}
                  <ul class="lines">
                    {known.map((share) => (
                      <ShareLine
                        key={share.id}
                        share={share}
                        target={target}
                        isOwn={isOwn(share)}
                        isOfOwner={role === 'owner'}
                        hasLinkBelow={share.id === invited?.id}
                        onChanged={shares.reload}
                        onEnd={() => setEnding(share)}
                      />
                    ))}
                  </ul>
                </>
              )
            }
          </Loaded>
        </section>
      )}
      {mayManage && (
        <InviteForm
          target={target}
          invited={waiting?.role === 'owner' ? undefined : waiting}
          onInvited={onInvited}
        />
      )}
      {role === 'owner' && 'device_id' in target && (
        <HandOver
          deviceId={target.device_id}
          name={name}
          offered={waiting?.role === 'owner' ? waiting : undefined}
          onOffered={onInvited}
        />
      )}
      {own && role !== 'owner' && <Leave share={own} name={name} />}
      {ending && (
        <ConfirmDialog
          title={say.endAsk({ person: personOf(ending) })}
          confirm={ending.status === 'pending' ? say.takeBack() : say.end()}
          isDangerous
          onConfirm={() => endShare(ending).then(shares.reload)}
          onClose={() => setEnding(undefined)}
        >
          <p>{ending.status === 'pending' ? say.takeBackHint() : say.endHint({ name })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Who owns what the reader was let into, and who let the reader in: by a share, a group or both. */
function Sharers({ shares }: { shares: Share[] }) {
  const named = (people: Share['from'][]) => [
    ...new Set(people.flatMap((each) => (each ? [nameAndEmail(each)] : []))),
  ];
  if (shares.length === 0) return null;
  return (
    <section class="card" aria-label={say.owner()}>
      <Facts>
        <Fact name={say.owner()}>{named(shares.map(({ owner }) => owner)).join(', ')}</Fact>
        <Fact name={say.sharedBy()}>{named(shares.map(({ from }) => from)).join(', ')}</Fact>
      </Facts>
    </section>
  );
}

function isOwn({ user }: Share): boolean {
  return user !== null && user.id === profile.value?.user.id;
}

function Leave({ share, name }: { share: Share; name: string }) {
  const { route } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    await endShare(share);
    void loadTanks();
    route('/', true);
  };
  return (
    <p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {say.leave()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={say.leaveAsk({ name })}
          confirm={say.leave()}
          isDangerous
          onConfirm={leave}
          onClose={() => setAsking(false)}
        >
          <p>{say.leaveHint()}</p>
        </ConfirmDialog>
      )}
    </p>
  );
}

type ShareLineProps = {
  share: Share;
  target: Target;
  isOwn: boolean;
  /** Whether the reader is the owner, who alone pays for others and takes a hand-over back. */
  isOfOwner: boolean;
  /** Just invited: the link is offered where that was done. */
  hasLinkBelow: boolean;
  onChanged: () => Promise<void>;
  onEnd: () => void;
};

function ShareLine(props: ShareLineProps) {
  const { share, target, isOwn, isOfOwner, hasLinkBelow, onChanged, onEnd } = props;
  const { role, status, expires_at } = share;
  const person = personOf(share);
  const isByGroup = share.group_id !== null && !('group_id' in target);
  const isSettled = role === 'owner' || isByGroup || isOwn;
  const mayEnd = !isByGroup && !isOwn && (isOfOwner || role !== 'owner');
  const changing = useAction(async (chosen: string) => {
    // A share is identified by the invited address.
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
        {mayEnd && (
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
      {isOfOwner && role !== 'owner' && !isByGroup && (
        <SmsPayment share={share} onChanged={onChanged} />
      )}
      {!hasLinkBelow && <InvitationLink share={share} />}
    </li>
  );
}
