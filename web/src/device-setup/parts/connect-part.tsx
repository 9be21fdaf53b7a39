import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { type Board, boards, firmwareLines } from '../firmware-lines.ts';
import { say } from '../words.ts';

const names = { curl: say.curl, esp32: say.esp32, sim800: say.sim800 };

type Props = {
  macOrSerial: string;
  /** Undefined while it is not shown. */
  apiKey: string | undefined;
  /** Those that are configured, in their order. */
  sensorNames: string[];
};

/** The ready-made lines by which exactly this device reports. */
export function ConnectPart({ macOrSerial, apiKey, sensorNames }: Props) {
  const [board, setBoard] = useState<Board>('curl');
  const [chosen, setChosen] = useState<string>();
  // A push that names no sensor goes to the first, so one alone need not be named.
  const isOne = sensorNames.length <= 1;
  const sensorName = isOne
    ? undefined
    : (sensorNames.find((each) => each === chosen) ?? sensorNames[0]);
  const { origin } = location;
  const lines = firmwareLines(board, { origin, macOrSerial, apiKey, sensorName });
  return (
    <section class="card stack">
      <h2>{say.connect()}</h2>
      <p class="faint">{say.connectHint()}</p>
      <fieldset class="row" aria-label={say.board()}>
        {boards.map((each) => (
          <Button key={each} aria-pressed={each === board} onClick={() => setBoard(each)}>
            {names[each]()}
          </Button>
        ))}
      </fieldset>
      {!isOne && (
        <SelectField
          label={say.forSensor()}
          name="sensor"
          value={sensorName ?? ''}
          options={sensorNames.map((each) => [each, each] as const)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <section class="setup-lines scroll-x" tabIndex={0} aria-label={names[board]()}>
        <pre>
          <code>{lines}</code>
        </pre>
      </section>
      <div class="row">
        <CopyButton key={lines} text={lines} />
      </div>
      {apiKey === undefined && <p class="hint">{say.withoutKey()}</p>}
    </section>
  );
}
