import { call } from '../../api/call.ts';
import type { StoredLorawanMapping } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { say } from './words.ts';

type Props = { own: StoredLorawanMapping[]; onRemoved: () => Promise<void> };

/** The account's own mappings, each of which gives way to the ready one when it is removed. */
export function OwnMappings({ own, onRemoved }: Props) {
  const removing = useAction(async (id: number) => {
    await call('DELETE /api/lorawan/mappings/{id}', { path: { id } });
    await onRemoved();
  });
  if (own.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="lorawan-own">
      <h2 id="lorawan-own">{say.own()}</h2>
      <ul class="lorawan-list">
        {own.map(({ id, profile, mapping }) => (
          <li key={id} class="row row-apart">
            <div>
              <strong>{profile ?? say.ofAllOthers()}</strong>
              <p class="small faint">{say.lines({ count: mapping.fields.length })}</p>
            </div>
            <Button
              aria-label={say.removeNamed({ name: profile ?? say.ofAllOthers() })}
              isBusy={removing.isBusy}
              onClick={() => void removing.run(id)}
            >
              {say.remove()}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNotice failure={removing.failure} />
    </section>
  );
}
