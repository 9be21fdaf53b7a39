import { call } from '../api/call.ts';
import { endSession } from '../api/session.ts';
import { turnPushOff } from '../live/push.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { say } from '../ui/words.ts';

/** Ends this session, here and on the server. */
export function SignOutButton() {
  const leaving = useAction(async () => {
    // The next person must not see this account's messages.
    await turnPushOff().catch(() => undefined);
    // Without a network the token is only forgotten here, and expires on the server.
    await call('POST /api/auth.php?action=logout').catch(() => undefined);
    endSession('signed-out');
  });
  return (
    <Button isBusy={leaving.isBusy} onClick={() => void leaving.run()}>
      {say.signOut()}
    </Button>
  );
}

/** May break before its `@`. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
