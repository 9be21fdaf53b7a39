import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { SignOutButton } from '../shell/sign-out-button.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { say } from './words.ts';

/** For who has lost a phone, or left a computer of somebody else's signed in. */
export function OtherSessions() {
  const [ended, setEnded] = useState<number>();
  const ending = useAction(async () => setEnded((await call('DELETE /api/me/sessions')).ended));
  return (
    <section class="card stack">
      <h2>{say.sessions()}</h2>
      <p>{say.sessionsHint()}</p>
      <FailureNotice failure={ending.failure} />
      {ended !== undefined && (
        <Notice kind="success">{ended > 0 ? say.ended({ count: ended }) : say.noOthers()}</Notice>
      )}
      <div class="row">
        <Button isBusy={ending.isBusy} onClick={() => void ending.run()}>
          {say.endOthers()}
        </Button>
        <SignOutButton />
      </div>
    </section>
  );
}
