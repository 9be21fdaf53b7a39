import { isSignedIn } from '../api/session.ts';
import { connection } from '../live/stream.ts';
import { say } from './words.ts';

/** A quiet line while the screens are not live. */
export function Banner() {
  const state = connection.value;
  const isShown = isSignedIn.value && (state === 'offline' || state === 'polling');
  return (
    <div role="status">
      {isShown && <p class="banner">{state === 'offline' ? say.offline() : say.polling()}</p>}
    </div>
  );
}
