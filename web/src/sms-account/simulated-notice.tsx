import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

/** That nothing of what is sent reaches a phone, as long as an account has trial credits only. */
export function SimulatedNotice() {
  return (
    <Notice kind="info">
      <strong>{say.simulated()}</strong> {say.simulatedAbout()}
    </Notice>
  );
}
