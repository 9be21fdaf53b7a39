import { useRef, useState } from 'preact/hooks';
import { Failure, Refusal } from '../../api/failure.ts';
import type { Tank, TankSensor } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { days, type WeekTime } from '../../week-times/week-times.ts';
import { WeekTimesFields } from '../../week-times/week-times-fields.tsx';
import { say as sayTimes } from '../../week-times/words.ts';
import { number } from '../../words/format.ts';
import { say } from '../words.ts';
import { FullTankDialog } from './full-tank-dialog.tsx';
import {
  type CommandWord,
  checkLevels,
  commandWords,
  type Levels,
  readLevel,
  type WrongLevels,
} from './pump-levels.ts';
import { sendCommand } from './use-commands.ts';

type Thresholds = { low: number; high: number };
type Props = {
  tank: Tank;
  sensor: TankSensor;
  usual: Thresholds;
  /** Present schedule, with which the form begins. */
  standing: WeekTime[] | undefined;
};

/** Most times of a schedule that the API accepts. */
const mostTimes = 21;

/** First time offered: the hours before people get up. */
const usualTime: WeekTime = { days: [...days], from: '04:00', until: '06:00' };

export function PumpForm({ tank, sensor, usual, standing }: Props) {
  const [word, setWord] = useState<CommandWord>();
  const [isAsking, setAsking] = useState(false);
  const [stretches, setStretches] = useState<WeekTime[]>();
  const shown = stretches ?? standing ?? [usualTime];
  const form = useRef<HTMLFormElement>(null);
  const { device_id } = tank;
  const { sensor_name, level } = sensor;

  const send = async (command: CommandWord, levels: Levels) => {
    refuse(checkLevels(command, levels, usual), levels, usual);
    const { onBelow: turn_on_below, offAbove: turn_off_above } = levels;
    if (command === 'schedule' && shown.some(({ days }) => days.length === 0)) {
      throw new Refusal(sayTimes.noDay());
    }
    await sendCommand({
      device_id,
      sensor_name,
      command,
      turn_on_below,
      turn_off_above,
      ...(command === 'schedule' && shown.length > 0 && { schedule: shown }),
    });
    form.current?.reset();
    setWord(undefined);
    setStretches(undefined);
  };
  const sending = useAction(send);
  const submit = (data: FormData) => {
    if (!word) return;
    if (word === 'on' && level !== null && level >= usual.high) return setAsking(true);
    const [onBelow, offAbove] = ['turn_on_below', 'turn_off_above'].map((name) =>
      readLevel(formText(data, name)),
    );
    void sending.run(word, { onBelow, offAbove });
  };

  return (
    <form ref={form} class="stack" onSubmit={onSubmit(submit)}>
      <fieldset class="tank-choices">
        <legend class="legend">{say.question()}</legend>
        {commandWords.map((each) => (
          <label key={each} class={`tank-choice ${word === each ? 'tank-choice-chosen' : ''}`}>
            <input
              type="radio"
              name="command"
              value={each}
              required
              checked={word === each}
              onChange={() => {
                sending.clear();
                setWord(each);
              }}
            />
            <span>
              <strong>{say[each]()}</strong>
              <span class="hint">{hintOf(each)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {word === 'auto' && <LevelFields usual={usual} failure={sending.failure} />}
      {word === 'schedule' && (
        <>
          {shown.length === 0 && <p class="hint">{say.ownSchedule()}</p>}
          <WeekTimesFields
            times={shown}
            onChange={setStretches}
            usual={usualTime}
            most={mostTimes}
            name="schedule"
            failure={sending.failure}
          />
        </>
      )}
      {!tank.online && (
        <Notice kind="warning">{word === 'on' ? say.onWaits() : say.waits()}</Notice>
      )}
      <FailureNotice failure={sending.failure} />
      <p>
        <Button type="submit" look="main" isBusy={sending.isBusy}>
          {labelOf(word)}
        </Button>
      </p>
      {isAsking && level !== null && (
        <FullTankDialog
          level={level}
          onConfirm={() => send('on', { onBelow: undefined, offAbove: undefined })}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

type FieldsProps = { usual: Thresholds; failure: Error | undefined };

function LevelFields({ usual, failure }: FieldsProps) {
  const hint = (level: number) => say.autoLevelHint({ level: number(level) });
  return (
    <div class="tank-levels">
      <Field
        label={say.startBelow()}
        name="turn_on_below"
        inputMode="decimal"
        autocomplete="off"
        defaultValue={String(usual.low)}
        hint={hint(usual.low)}
        failure={failure}
      />
      <Field
        label={say.stopAbove()}
        name="turn_off_above"
        inputMode="decimal"
        autocomplete="off"
        defaultValue={String(usual.high)}
        hint={hint(usual.high)}
        failure={failure}
      />
    </div>
  );
}

/** @throws Failure naming the wrong fields as the API does, in the language of the screen. */
function refuse(wrong: WrongLevels, { onBelow, offAbove }: Levels, usual: Thresholds): void {
  const sentences = {
    'not-percent': say.notPercent(),
    'not-less': say.notLess({ level: number(offAbove ?? usual.high, 1) }),
    'not-more': say.notMore({ level: number(onBelow ?? usual.low, 1) }),
  };
  const errors = Object.entries(wrong).map(([field, why]) => ({ field, message: sentences[why] }));
  if (errors.length > 0) throw new Failure(400, { error: say.notSent(), errors });
}

function hintOf(word: CommandWord): string {
  const hints = {
    on: say.onHint,
    off: say.offHint,
    auto: say.autoHint,
    schedule: say.scheduleHint,
  };
  return hints[word]();
}

function labelOf(word: CommandWord | undefined): string {
  const labels = {
    on: say.sendOn,
    off: say.sendOff,
    auto: say.sendAuto,
    schedule: say.sendSchedule,
  };
  return word ? labels[word]() : say.send();
}
