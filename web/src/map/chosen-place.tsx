import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/load/loaded.tsx';
import type { Load } from '../ui/load/use-load.ts';
import { dateTime } from '../words/format.ts';
import type { Fix, Place } from './place.ts';
import { coordinates } from './placing.tsx';
import { say } from './words.ts';

type Props = {
  place: Place;
  track: Load<Fix[]>;
  /** For who may say where it stands. */
  onPlace: (() => void) | undefined;
};

/** The chosen device: where it was, and what can be done with it. */
export function ChosenPlace({ place, track, onPlace }: Props) {
  return (
    <section class="card stack">
      <h2>{say.fixes({ name: place.name })}</h2>
      <Loaded of={track}>
        {(fixes) =>
          fixes.length === 0 ? <p class="faint">{say.noFixes()}</p> : <Fixes of={fixes} />
        }
      </Loaded>
      <p class="row">
        <a class="button" href={`/tanks/${place.deviceId}`}>
          {say.open()}
        </a>
        {onPlace && <Button onClick={onPlace}>{say.placeOnMap()}</Button>}
      </p>
    </section>
  );
}

function Fixes({ of: fixes }: { of: Fix[] }) {
  return (
    <ol class="stack">
      {fixes.map((fix) => (
        <li key={fix.recorded_at}>
          {say.seen({ when: dateTime(fix.recorded_at) })}{' '}
          <span class="faint">{coordinates(fix)}</span>
        </li>
      ))}
    </ol>
  );
}
