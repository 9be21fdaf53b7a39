import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { call } from '../api/call.ts';
import type { Device } from '../api/operations.ts';
import { loadTanks } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { litres } from '../words/format.ts';
import { findDevice } from './find-device.ts';
import { FirstReading } from './first-reading.tsx';
import { ForInstaller } from './for-installer.tsx';
import { say } from './words.ts';
import './device-setup.css';

/** The two steps after a device is registered, while its first reading is waited for: name and litres. */
export function StartDevice() {
  const { id = '' } = useRoute().params;
  const device = useLoad(async (signal) => ({ found: await findDevice(id, signal) }), [id]);
  const [isNamed, setNamed] = useState(false);
  const isMissing = device.data !== undefined && !device.data.found;
  const title = isNamed ? say.howMuch() : say.nameIt();
  // As on a new screen, a screen reader begins at its title.
  useEffect(() => {
    if (isNamed) document.querySelector<HTMLElement>('#content h1')?.focus();
  }, [isNamed]);
  return (
    <div class="setup-narrow">
      <Page title={isMissing ? say.noSuch() : title} back={{ href: '/', label: say.toTanks() }}>
        <Loaded of={device}>
          {({ found }) =>
            found && (
              <>
                <p class="faint">{say.stepOf({ step: isNamed ? 3 : 2 })}</p>
                <FirstReading deviceId={id} />
                {isNamed ? (
                  <LitresStep deviceId={id} />
                ) : (
                  <NameStep device={found} onDone={() => setNamed(true)} />
                )}
                <ForInstaller>
                  <p>{say.forInstallerHint()}</p>
                  <p>
                    <a class="button" href={`/devices/${id}`}>
                      {say.toSetUp()}
                    </a>
                  </p>
                </ForInstaller>
              </>
            )
          }
        </Loaded>
      </Page>
    </div>
  );
}

function NameStep({ device, onDone }: { device: Device; onDone: () => void }) {
  const naming = useAction(async (form: FormData) => {
    const { mac_or_serial } = device;
    const device_name = formText(form, 'device_name').trim() || null;
    if (device_name !== device.device_name) {
      const body = { mac_or_serial, device_name };
      await call('PUT /api/devices.php?action=update-name', { body });
      void loadTanks();
    }
    onDone();
  });
  return (
    <form class="card stack" onSubmit={onSubmit(naming.run)}>
      <Field
        label={say.deviceName()}
        name="device_name"
        defaultValue={device.device_name ?? ''}
        autoComplete="off"
        isOptional
        hint={say.deviceNameHint()}
        failure={naming.failure}
      />
      <FailureNotice failure={naming.failure} />
      <Button look="main" type="submit" isBusy={naming.isBusy}>
        {say.next()}
      </Button>
    </form>
  );
}

/** What tanks in Kenya's shops hold, litres. */
const usualLitres = [500, 1000, 2300, 5000, 10_000];

/** Sensor of a device that has said nothing yet: document 1 calls the only one so. */
const usualSensor = 'main';

function LitresStep({ deviceId }: { deviceId: string }) {
  const { route } = useLocation();
  const [isOther, setOther] = useState(false);
  const toTank = () => {
    void loadTanks();
    route(`/tanks/${deviceId}`);
  };
  const saving = useAction(async (capacity: number) => {
    const heard = await call('GET /api/sensors.php?action=latest', {
      query: { device_id: deviceId },
    });
    const sensor_name = heard[0]?.sensor_name ?? usualSensor;
    const body = { device_id: deviceId, sensor_name, capacity };
    await call('POST /api/sensor_configs.php?action=save', { body });
    toTank();
  });
  return (
    <div class="card stack">
      <div class="setup-litres">
        {usualLitres.map((each) => (
          <Button key={each} isBusy={saving.isBusy} onClick={() => void saving.run(each)}>
            {litres(each)}
          </Button>
        ))}
        <Button aria-pressed={isOther} onClick={() => setOther(true)}>
          {say.other()}
        </Button>
      </div>
      {isOther && (
        <form
          class="stack"
          onSubmit={onSubmit((form) => void saving.run(Number(formText(form, 'capacity'))))}
        >
          <Field
            label={say.litresOther()}
            name="capacity"
            type="number"
            inputMode="numeric"
            min={1}
            required
            failure={saving.failure}
          />
          <Button look="main" type="submit" isBusy={saving.isBusy}>
            {say.finish()}
          </Button>
        </form>
      )}
      <FailureNotice failure={saving.failure} />
      <Button look="quiet" onClick={toTank}>
        {say.later()}
      </Button>
    </div>
  );
}
