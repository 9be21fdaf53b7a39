import type { Tank } from '../../live/tank.ts';
import { nameOf } from '../../tank-view/name-of.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { mostAlso } from '../report-view.ts';
import { say } from '../words.ts';

type Props = {
  tanks: Tank[];
  /** The device that is reported of in any case. */
  first: Tank;
  /** Those that are compared with it. */
  also: Tank[];
  onChange: (also: string[]) => void;
};

/** Further devices for the same report, each with a button that takes it out again. */
export function AlsoChoice({ tanks, first, also, onChange }: Props) {
  const ids = also.map(({ device_id }) => device_id);
  const others = tanks.filter((tank) => tank !== first && !also.includes(tank));
  if (tanks.length < 2) return null;
  return (
    <>
      {ids.length < mostAlso && others.length > 0 && (
        <SelectField
          label={say.compareWith()}
          name="also"
          value=""
          options={[
            ['', say.chooseOther()],
            ...others.map((tank) => [tank.device_id, nameOf(tank)] as const),
          ]}
          onChange={({ currentTarget }) => {
            if (currentTarget.value) onChange([...ids, currentTarget.value]);
          }}
        />
      )}
      {also.length > 0 && (
        <ul class="row reports-also">
          {also.map((tank) => (
            <li key={tank.device_id}>
              <Button
                aria-label={say.leaveOut({ name: nameOf(tank) })}
                onClick={() => onChange(ids.filter((id) => id !== tank.device_id))}
              >
                {nameOf(tank)} ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
