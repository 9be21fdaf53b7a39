import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Tank } from '../api/operations.ts';
import { UnknownTank, useTank } from '../tank/use-tank.tsx';
import { nameOf } from '../tank-view/tank-name.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { roleMeaning, roleText } from './share.ts';
import { SharesSection } from './shares-section.tsx';
import { say } from './words.ts';
import './people.css';

export function People() {
  const id = useRoute().params['id'] ?? '';
  const { tank, isUnknown, failure, retry } = useTank(id);
  if (tank) return <OfTank key={id} tank={tank} />;
  if (isUnknown) return <UnknownTank />;
  return (
    <Page title={say.title()} back={{ href: '/', label: say.tanks() }}>
      <FailureNotice failure={failure} retry={retry} />
    </Page>
  );
}

function OfTank({ tank }: { tank: Tank }) {
  const { device_id, role } = tank;
  const name = nameOf(tank);
  return (
    <Page title={say.titleOf({ name })} back={{ href: `/tanks/${device_id}`, label: name }}>
      <section class="card stack">
        <h2>{say.you()}</h2>
        <p>
          <strong>{roleText(role)}.</strong> {roleMeaning(role)}
        </p>
        {isAtLeast(role, 'manager') && (
          <p>
            <a class="button" href={`/devices/${device_id}/log`}>
              {say.log()}
            </a>
          </p>
        )}
      </section>
      <SharesSection target={{ device_id }} name={name} role={role} />
      {role === 'owner' && <HandOver deviceId={device_id} name={name} />}
    </Page>
  );
}

type Props = { deviceId: string; name: string };

/** The tank gets a new owner once that person accepts. */
function HandOver({ deviceId, name }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [offeredTo, setOfferedTo] = useState<string>();
  const offering = useAction(async (form: FormData) => {
    const email = formText(form, 'email').trim();
    const body = {
      device_id: deviceId,
      email,
      keep_history: form.has('keep_history'),
      keep_shares: form.has('keep_shares'),
    };
    await call('POST /api/devices.php?action=transfer', { body });
    setOfferedTo(email);
    setAsking(false);
  });
  return (
    <section class="card stack">
      <h2>{say.handOver()}</h2>
      <p>{say.handOverHint()}</p>
      {offeredTo !== undefined && (
        <Notice kind="success">{say.wasOffered({ email: offeredTo })}</Notice>
      )}
      <p>
        <Button look="danger" onClick={() => setAsking(true)}>
          {say.handOver()}
        </Button>
      </p>
      {isAsking && (
        <Dialog title={say.handOverOf({ name })} onClose={() => setAsking(false)}>
          <form class="stack" onSubmit={onSubmit(offering.run)}>
            <Field
              label={say.newOwner()}
              name="email"
              type="email"
              autoComplete="off"
              required
              failure={offering.failure}
            />
            <label class="check">
              <input type="checkbox" name="keep_history" defaultChecked />
              {say.keepHistory()}
            </label>
            <label class="check">
              <input type="checkbox" name="keep_shares" />
              {say.keepShares()}
            </label>
            <p class="hint">{say.handOverEnd()}</p>
            <FailureNotice failure={offering.failure} />
            <Button look="danger" type="submit" isBusy={offering.isBusy}>
              {say.offer()}
            </Button>
          </form>
        </Dialog>
      )}
    </section>
  );
}
