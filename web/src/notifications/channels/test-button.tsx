import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { type Channel, channelText } from '../settings.ts';
import { say } from '../words.ts';

/** Lets a dead channel be found before an emergency. */
export function TestButton({ channel }: { channel: Channel }) {
  const [isSent, setSent] = useState(false);
  const testing = useAction(async () => {
    setSent(false);
    await call('POST /api/notifications.php?action=test', { body: { channel } });
    setSent(true);
  });
  return (
    <>
      <FailureNotice failure={testing.failure} />
      {isSent && <Notice kind="success">{say.testSent()}</Notice>}
      <p>
        <Button
          aria-label={say.testOf({ channel: channelText(channel) })}
          isBusy={testing.isBusy}
          onClick={() => void testing.run()}
        >
          {say.test()}
        </Button>
      </p>
    </>
  );
}
