import { useRoute } from 'preact-iso';
import type { Tank } from '../api/operations.ts';
import { UnknownTank, useTank } from '../tank/use-tank.tsx';
import { nameOf } from '../tank-view/tank-name.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { FailureNotice } from '../ui/notice.tsx';
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
    </Page>
  );
}
