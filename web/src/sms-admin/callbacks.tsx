import { call } from '../api/call.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { say } from './words.ts';

/** The addresses that an operator enters at Africa's Talking, so that its reports come here. */
export function Callbacks() {
  const callbacks = useLoad(
    (signal) => call('GET /v1/admin/africas-talking/callbacks', { signal }),
    [],
  );
  return (
    <div class="stack">
      <h3>{say.callbacks()}</h3>
      <p class="small">{say.callbacksAbout()}</p>
      <Loaded of={callbacks}>
        {({ delivery_reports, incoming_messages, opt_outs }) => (
          <ul class="sms-list">
            <Address label={say.deliveryReports()} path={delivery_reports} />
            <Address label={say.incomingMessages()} path={incoming_messages} />
            <Address label={say.bulkOptOuts()} path={opt_outs} />
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function Address({ label, path }: { label: string; path: string }) {
  const address = location.origin + path;
  return (
    <li>
      <div class="sms-what">
        <strong>{label}</strong>
        <div class="small">{address}</div>
      </div>
      <CopyButton text={address} />
    </li>
  );
}
