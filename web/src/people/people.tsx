import { useRoute } from 'preact-iso';
import type { Tank } from '../api/operations.ts';
import { UnknownTank } from '../tank/unknown-tank.tsx';
import { useTank } from '../tank/use-tank.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { isAtLeast } from '../tanks/role.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';
import { HandOver } from './hand-over.tsx';
import { roleMeaning, roleText } from './role-words.ts';
import { SharesPart } from './shares-part.tsx';
import { say } from './words.ts';
import './people.css';

/** Who may see a tank, and who may do what with it. */
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
      <SharesPart target={{ device_id }} name={name} role={role} />
      {role === 'owner' && <HandOver deviceId={device_id} name={name} />}
    </Page>
  );
}
