import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Correction } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { dateTime } from '../words/format.ts';
import { zonedInstant } from '../words/zoned-instant.ts';
import { say } from './refill-words.ts';
import { accountZone, type SensorOfDevice } from './section-basis.ts';

type Props = SensorOfDevice & {
  /** Counts the changes of the ledger: the list is read again with each. */
  version: number;
  /** Whether the reader may correct. */
  mayOperate: boolean;
  onChange: () => void;
};

/** Stretches in which people say that the level tells neither use nor refill. */
export function CorrectionsSection(props: Props) {
  const { deviceId, sensor, version, mayOperate, onChange } = props;
  const [isAdding, setAdding] = useState(false);
  const { sensor_name } = sensor;
  const load = useLoad(
    async (signal) => {
      const query = { device_id: deviceId };
      const path = 'GET /api/insights.php?action=corrections';
      const { corrections } = await call(path, { query, signal });
      return corrections.filter((each) => each.sensor_name === sensor_name);
    },
    [deviceId, sensor_name, version],
  );
  return (
    <section class="card stack" aria-labelledby="water-corrections-title">
      <h2 id="water-corrections-title">{say.corrections()}</h2>
      <p class="hint">{say.correctionsHint()}</p>
      <Loaded of={load}>
        {(corrections) => (
          <>
            {corrections.map((correction) => (
              <CorrectionLine
                key={correction.id}
                correction={correction}
                mayTakeBack={mayOperate}
                onChange={onChange}
              />
            ))}
          </>
        )}
      </Loaded>
      {mayOperate && (
        <p>
          <Button onClick={() => setAdding(true)}>{say.addCleaning()}</Button>
        </p>
      )}
      {isAdding && (
        <CleaningDialog {...{ deviceId, sensor_name, onChange }} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}

type LineProps = { correction: Correction; mayTakeBack: boolean; onChange: () => void };

function CorrectionLine({ correction, mayTakeBack, onChange }: LineProps) {
  const { id, kind, from, until, created_at } = correction;
  const taking = useAction(async () => {
    await call('DELETE /api/insights.php?action=delete-correction', { query: { id } });
    onChange();
  });
  const what = { cleaning: say.cleaned, no_refill: say.noRefill, tank_changed: say.tankChanged }[
    kind
  ]();
  const when =
    kind === 'tank_changed'
      ? dateTime(created_at)
      : say.fromTo({ began: dateTime(from), ended: dateTime(until) });
  const facts = `${what} · ${when}`;
  return (
    <div class="water-receipt">
      <span>{facts}</span>
      {mayTakeBack && (
        <Button
          look="quiet"
          aria-label={say.takeBackOf({ what: facts })}
          isBusy={taking.isBusy}
          onClick={() => void taking.run()}
        >
          {say.takeBack()}
        </Button>
      )}
      <FailureNotice failure={taking.failure} />
    </div>
  );
}

type DialogProps = {
  deviceId: string;
  sensor_name: string;
  onChange: () => void;
  onClose: () => void;
};

function CleaningDialog({ deviceId, sensor_name, onChange, onClose }: DialogProps) {
  const zone = accountZone();
  const saving = useAction(async (form: FormData) => {
    const stretch = {
      from: instantText(formText(form, 'from'), zone),
      until: instantText(formText(form, 'until'), zone),
    };
    await call('POST /api/insights.php?action=cleaning', {
      body: { device_id: deviceId, sensor_name, ...stretch },
    });
    onClose();
    onChange();
  });
  return (
    <Dialog title={say.addCleaning()} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit(saving.run)}>
        {(['from', 'until'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'from' ? say.cleanedFrom() : say.cleanedUntil()}
            name={name}
            type="datetime-local"
            required
            failure={saving.failure}
          />
        ))}
        <p class="hint">{say.zone({ zone: zone.replaceAll('_', ' ') })}</p>
        <FailureNotice failure={saving.failure} />
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.keepCleaning()}
        </Button>
      </form>
    </Dialog>
  );
}

/** The instant of a `datetime-local` field by the clocks of `zone`; what is none is left to the server to refuse. */
function instantText(field: string, zone: string): string {
  const [day = '', time = ''] = field.split('T');
  const instant = zonedInstant({ day, time }, zone);
  return instant === undefined ? field : new Date(instant).toISOString();
}
