import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { faultSentence } from '../ui/failures/fault-sentence.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Callbacks } from './callbacks.tsx';
import { say } from './words.ts';

const states = {
  up: { look: 'tag-good', name: say.up },
  degraded: { look: 'tag-warning', name: say.degraded },
  down: { look: 'tag-danger', name: say.down },
};

/** As the server calls it. */
const africasTalking = 'africastalking';

/** How each way to phones is, and why. */
export function Providers() {
  const providers = useLoad((signal) => call('GET /v1/admin/providers', { signal }), []);
  return (
    <section class="card stack" aria-labelledby="sms-providers">
      <header class="page-head">
        <h2 id="sms-providers">{say.providers()}</h2>
        <Button isBusy={providers.isLoading} onClick={() => void providers.reload()}>
          {say.refresh()}
        </Button>
      </header>
      <p class="faint small">{say.providersAbout()}</p>
      <Loaded of={providers}>
        {(found) => (
          <>
            <ul class="sms-list">
              {found.map(({ name, state, detail }) => (
                <li key={name}>
                  <div class="sms-what">
                    <strong>{name}</strong>
                    <div class="small">{faultSentence(detail)}</div>
                  </div>
                  <span class={`tag ${states[state].look}`}>{states[state].name()}</span>
                </li>
              ))}
            </ul>
            {found.some(({ name }) => name === africasTalking) && <Callbacks />}
          </>
        )}
      </Loaded>
    </section>
  );
}
