import type { Tank } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/name-of.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { mostAlso } from '../report-view.ts';
import { say } from '../words.ts';

type Props = {
  /** Those that are compared with the first. */
  also: Tank[];
  onChange: (also: string[]) => void;
};

/** One more device for the same report, as long as a chart can tell them apart. */
export function AlsoField({ others, also, onChange }: Props & { others: Tank[] }) {
  if (also.length >= mostAlso || others.length === 0) return null;
  return (
    <SelectField
      label={say.compareWith()}
      name="also"
      value=""
      options={[
        ['', say.chooseOther()],
        ...others.map((tank) => [tank.device_id, nameOf(tank)] as const),
      ]}
      onChange={({ currentTarget }) => {
        if (currentTarget.value) onChange([...idsOf(also), currentTarget.value]);
      }}
    />
  );
}

/** The further devices, each with a button that takes it out again. */
export function AlsoList({ also, onChange }: Props) {
  if (also.length === 0) return null;
  return (
    <ul class="row">
      {also.map((tank) => (
        <li key={tank.device_id}>
          <Button
            aria-label={say.leaveOut({ name: nameOf(tank) })}
            onClick={() => onChange(idsOf(also.filter((each) => each !== tank)))}
          >
            {nameOf(tank)} ✕
          </Button>
        </li>
      ))}
    </ul>
  );
}

function idsOf(tanks: Tank[]): string[] {
  return tanks.map(({ device_id }) => device_id);
}
