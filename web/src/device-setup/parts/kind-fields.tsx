import { type MutableKind, mutableKinds } from '../../../../src/water/incidents/kinds.ts';
import type { SensorConfig } from '../../api/operations.ts';
import { say } from '../words.ts';

/** Which kinds of alert are told of the sensor; one that is never right can be switched off. */
export function KindFields({ config }: { config: SensorConfig | undefined }) {
  const names: Record<MutableKind, () => string> = {
    low: say.kindLow,
    overflow: say.kindOverflow,
    stuck: say.kindStuck,
    jump: say.kindJump,
    noise: say.kindNoise,
    dry_run: say.kindDryRun,
    runs_on: say.kindRunsOn,
    leak: say.kindLeak,
  };
  return (
    <details>
      <summary class="setup-summary">{say.kinds()}</summary>
      <fieldset>
        <legend class="hidden">{say.kinds()}</legend>
        {mutableKinds.map((kind) => (
          <label key={kind} class="check">
            <input
              type="checkbox"
              name={`told.${kind}`}
              defaultChecked={!config?.muted.includes(kind)}
            />
            {names[kind]()}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** The kinds that were switched off above, as the API takes them. */
export function readKindFields(form: FormData) {
  return { muted: mutableKinds.filter((kind) => !form.has(`told.${kind}`)) };
}
