import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Share } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { isAtLeast, type Role } from '../tanks/role.ts';
import { loadTanks } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { InviteForm } from './invite-form.tsx';
import { endShare, personOf, type Target } from './share.ts';
import { ShareLine } from './share-line.tsx';
import { say } from './words.ts';

type Props = {
  target: Target;
  /** Of what is shared. */
  name: string;
  role: Role;
};

/** With whom something is shared: for who manages it everybody, for others themselves. */
export function SharesPart({ target, name, role }: Props) {
  const shares = useLoad(
    (signal) => call('GET /api/devices.php?action=shares', { query: target, signal }),
    [...Object.values(target)],
  );
  const [ending, setEnding] = useState<Share>();
  const mayManage = isAtLeast(role, 'manager');
  // What comes by a group is left there, with all its tanks.
  const own = shares.data?.find(
    (share) => isOwn(share) && (share.group_id === null || 'group_id' in target),
  );
  return (
    <>
      {mayManage && (
        <section class="card stack" aria-labelledby="shares-title">
          <h2 id="shares-title">{say.people()}</h2>
          <Loaded of={shares}>
            {(known) =>
              known.length === 0 ? (
                <p>{say.nobody()}</p>
              ) : (
                <ul class="lines">
                  {known.map((share) => (
                    <ShareLine
                      key={share.id}
                      share={share}
                      target={target}
                      isOwn={isOwn(share)}
                      onChanged={shares.reload}
                      onEnd={() => setEnding(share)}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      )}
      {mayManage && <InviteForm target={target} onInvited={shares.reload} />}
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
