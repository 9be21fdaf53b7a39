import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import type { Invitation } from '../../api/operations.ts';
import { loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { acceptOffer } from './accept.ts';
import { meaningOf, OfferText } from './offer-text.tsx';
import { say } from './words.ts';

/** Cards at once: those that come after follow as these are answered. */
const limit = 50;

/**
 * Open invitations of the person, to accept or decline; `none` if there are none.
 * @param code from the link of an invitation by phone, which is then listed too.
 */
export function Invitations({ code, none = null }: { code?: string; none?: VNode | null }) {
  // If invitations cannot be loaded, the tanks are shown all the same.
  const { data, reload } = useLoad(
    (signal) => call('GET /api/devices.php?action=invitations', { query: { code, limit }, signal }),
    [code],
  );
  if (data?.length === 0) return none;
  return (data ?? []).map((each) => (
    <InvitationCard key={each.id} invitation={each} code={code} onAnswered={reload} />
  ));
}

type Props = {
  invitation: Invitation;
  code: string | undefined;
  onAnswered: () => Promise<void>;
};

function InvitationCard({ invitation, code, onAnswered }: Props) {
  const { id, role, from, keep_history } = invitation;
  const name = nameOf(invitation);
  const { route } = useLocation();
  const accepting = useAction(async () => {
    const path = await acceptOffer({ id, role, name, code });
    await loadTanks();
    route(path);
  });
  const declining = useAction(async () => {
    await call('POST /api/devices.php?action=decline', { body: { id, code } });
    await onAnswered();
  });
  const isBusy = accepting.isBusy || declining.isBusy;
  return (
    <section class="card stack" aria-label={say.invitation()}>
      <OfferText role={role} who={from.full_name ?? from.email} name={name} />
      <p class="faint">
        {from.full_name !== null && `${from.email} · `}
        {meaningOf(role)} {keep_history === false && say.withoutHistory()}
      </p>
      <FailureNotice failure={accepting.failure ?? declining.failure} />
      <div class="row">
        <Button look="main" isBusy={isBusy} onClick={() => void accepting.run()}>
          {say.accept()}
        </Button>
        <Button isBusy={isBusy} onClick={() => void declining.run()}>
          {say.decline()}
        </Button>
      </div>
    </section>
  );
}

function nameOf({ group_name, device_name }: Invitation): string {
  return group_name ?? device_name ?? say.aTank();
}
