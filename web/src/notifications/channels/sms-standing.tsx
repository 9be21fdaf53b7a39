import { call } from '../../api/call.ts';
import type { NotificationSettings } from '../../api/operations.ts';
import { hasSms } from '../../session/profile.ts';
import { known } from '../../tanks/tanks.ts';
import { useLoad } from '../../ui/load.tsx';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../words.ts';

/** Says who pays for a person's SMS alerts, and why none reaches a phone. */
export function SmsStanding({ settings: { sms } }: { settings: NotificationSettings }) {
  const { is_key_set, is_key_own, is_key_revoked, is_simulated, is_paid, stopped } = sms;
  const isOther = is_key_set && !is_key_own;
  return (
    <>
      {is_simulated && <Notice kind="danger">{say.simulated()}</Notice>}
      {is_key_revoked && <Notice kind="danger">{say.keyRevoked()}</Notice>}
      {is_paid && <Notice kind="info">{say.isPaid()}</Notice>}
      {stopped === 'simulated' && !is_simulated && (
        <Notice kind="danger">{say.stoppedTrial()}</Notice>
      )}
      {hasSms.value && !isOther && !is_paid && (
        <NoCredits isSaid={is_simulated || stopped === 'simulated'} />
      )}
    </>
  );
}

/**
 * Says before the number is typed that no SMS can be paid for, or that none reaches a phone, and what to do: for
 * somebody with whom a tank is shared its owner may pay.
 * @param isSaid whether it is said already that none reaches a phone.
 */
function NoCredits({ isSaid }: { isSaid: boolean }) {
  const account = useLoad((signal) => call('GET /v1/account', { signal }), []);
  const { balance = 1, simulated = false } = account.data ?? {};
  if (balance > 0 && !simulated) return null;
  const isGuest = known.value?.tanks.some(({ role }) => role !== 'owner') === true;
  return (
    <>
      {!(balance > 0 && isSaid) && (
        <Notice kind="danger">
          {balance > 0 ? say.onTrial() : say.noCredits()} <a href="/sms">{say.smsAccount()}</a>
        </Notice>
      )}
      {isGuest && <Notice kind="info">{say.ownerMayPay()}</Notice>}
    </>
  );
}
