import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Session } from '../api/operations.ts';
import { SignOutButton } from '../session/sign-out-button.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { ago, dateTime } from '../words/format.ts';
import { say } from './words.ts';

/** For who has lost a phone, or left a computer of somebody else's signed in. */
export function Sessions() {
  const [ended, setEnded] = useState<number>();
  const sessions = useLoad((signal) => call('GET /api/auth.php?action=sessions', { signal }), []);
  const ending = useAction(async () => {
    setEnded((await call('POST /api/auth.php?action=end-other-sessions')).ended);
    await sessions.reload();
  });
  return (
    <section class="card stack" aria-label={say.sessions()}>
      <h2>{say.sessions()}</h2>
      <p>{say.sessionsHint()}</p>
      <Loaded of={sessions}>
        {(known) => (
          <ul class="sessions">
            {known.map((each) => (
              <SessionLine key={each.id} session={each} onEnded={sessions.reload} />
            ))}
          </ul>
        )}
      </Loaded>
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

type LineProps = { session: Session; onEnded: () => Promise<void> };

function SessionLine({ session, onEnded }: LineProps) {
  const now = useNow();
  const ending = useAction(async () => {
    await call('DELETE /api/auth.php?action=end-session', { query: { id: session.id } });
    await onEnded();
  });
  const name = session.user_agent ?? say.unknownProgram();
  const since = dateTime(session.created_at);
  return (
    <li>
      <div class="row row-apart">
        <div>
          <strong>{name}</strong> {session.current && <span>({say.thisOne()})</span>}
          <p class="small faint">
            {session.address && `${session.address} · `}
            {say.signedInAt({ since })}
            {!session.current && ` · ${say.seen({ when: ago(session.last_seen_at, now) })}`}
          </p>
        </div>
        {!session.current && (
          <Button
            aria-label={say.endThat({ name, since })}
            isBusy={ending.isBusy}
            onClick={() => void ending.run()}
          >
            {say.endOne()}
          </Button>
        )}
      </div>
      <FailureNotice failure={ending.failure} />
    </li>
  );
}
