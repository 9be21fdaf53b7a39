import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Me } from '../api/operations.ts';
import { keepProfile, profile } from '../session/profile.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

/** The e-mail is shown but cannot be changed. */
export function PersonForm() {
  const known = profile.value;
  // A profile reloaded from the server changes the fields' defaults; typed text stays.
  return known ? <Fields known={known} /> : null;
}

function Fields({ known }: { known: Me }) {
  const [isSaved, setSaved] = useState(false);
  const hasWater = known.services.includes('water');
  const saving = useAction(async (form: FormData) => {
    setSaved(false);
    const price = formText(form, 'water_price').trim();
    const water_price = price === '' ? null : Number(price);
    const { user } = await call('PUT /api/auth.php?action=update', {
      body: {
        full_name: formText(form, 'full_name').trim() || null,
        timezone: formText(form, 'timezone').trim(),
        ...(hasWater && { water_price }),
      },
    });
    setSaved(true);
    keepProfile({ ...known, user, ...(hasWater && { water_price }) });
  });
  return (
    <section class="card stack">
      <h2>{say.person()}</h2>
      <form onSubmit={onSubmit(saving.run)}>
        <Field label={say.email()} name="email" value={known.user.email} readOnly />
        <Field
          label={say.fullName()}
          name="full_name"
          autoComplete="name"
          isOptional
          defaultValue={known.user.full_name ?? ''}
          failure={saving.failure}
        />
        <Field
          label={say.timezone()}
          name="timezone"
          list="time-zones"
          hint={say.timezoneHint()}
          defaultValue={known.user.timezone}
          failure={saving.failure}
        />
        <datalist id="time-zones">
          {timeZones().map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        {hasWater && (
          <Field
            label={say.waterPrice()}
            name="water_price"
            type="number"
            inputMode="decimal"
            step="any"
            min={0}
            hint={say.waterPriceHint()}
            isOptional
            defaultValue={known.water_price ?? ''}
            failure={saving.failure}
          />
        )}
        <FailureNotice failure={saving.failure} />
        {isSaved && <Notice kind="success">{say.saved()}</Notice>}
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </form>
    </section>
  );
}

/** Time zones of this browser, those of Africa first, since most owners live there. */
function timeZones(): string[] {
  // Browsers from before 2022 have no list; the field then accepts any text.
  if (typeof Intl.supportedValuesOf !== 'function') return ['Africa/Nairobi'];
  const all = Intl.supportedValuesOf('timeZone');
  const [african, others] = [true, false].map((isAfrican) =>
    all.filter((zone) => zone.startsWith('Africa/') === isAfrican),
  );
  return [...(african ?? []), ...(others ?? [])];
}
