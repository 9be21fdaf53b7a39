import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import { loadTanks } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { onSubmit, useAction } from '../ui/form/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { askedOf } from './asked-of.ts';
import { ForInstaller } from './for-installer.tsx';
import { KnockNotice } from './knock-notice.tsx';
import { type CameraFailure, Scanner } from './scan/scanner.tsx';
import { say } from './words.ts';
import './device-setup.css';

const troubles = {
  refused: say.refused,
  none: say.none,
  insecure: say.insecure,
  busy: say.busy,
};

/** Registers a device by the identifier printed on it, or given in the address as `?mac=` or `?serial=`. */
export function NewDevice() {
  const { query, route } = useLocation();
  const [macOrSerial, setMacOrSerial] = useState(query['mac'] ?? query['serial'] ?? '');
  const [isScanning, setScanning] = useState(false);
  const [trouble, setTrouble] = useState<CameraFailure>();
  const [scanned, setScanned] = useState<string>();
  const [left, setLeft] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  // Registering an own device again succeeds, so a try whose answer was lost can be repeated.
  const registering = useAction(async () => {
    const registered = await call('POST /api/devices.php?action=register', {
      body: { mac_or_serial: macOrSerial },
    });
    void loadTanks();
    route(`/devices/${registered.id}/start`);
  });

  const stopWith = (trouble: CameraFailure | undefined) => {
    setScanning(false);
    setTrouble(trouble);
  };
  const take = (found: string) => {
    setMacOrSerial(found);
    setScanned(found);
    stopWith(undefined);
    form.current?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus();
  };
  const { failure } = registering;
  const isScanned = scanned !== undefined && scanned === macOrSerial;
  const isWhole = isScanned || left === macOrSerial;
  const isTaken = failure instanceof Failure && failure.code === 'device_taken';
  return (
    <div class="setup-narrow">
      <Page title={say.addDevice()} back={{ href: '/', label: say.toTanks() }}>
        <p class="faint">{say.stepOf({ step: 1 })}</p>
        <div class="card stack">
          {isScanning ? (
            <Scanner onFound={take} onFailure={stopWith} onClose={() => stopWith(undefined)} />
          ) : (
            <Button onClick={() => setScanning(true)}>
              <Icon name="qr" />
              {say.scan()}
            </Button>
          )}
          {!isScanning && trouble && (
            <Notice kind="warning">
              <p>{troubles[trouble]()}</p>
            </Notice>
          )}
          <form ref={form} class="stack" onSubmit={onSubmit(registering.run)}>
            <Field
              label={say.macOrSerial()}
              name="mac_or_serial"
              value={macOrSerial}
              onInput={(event) => setMacOrSerial(event.currentTarget.value)}
              onBlur={() => setLeft(macOrSerial)}
              autoComplete="off"
              autoCapitalize="characters"
              spellcheck={false}
              required
              hint={
                <span role="status">
                  {isScanned ? say.scanned({ text: macOrSerial }) : say.macOrSerialHint()}
                </span>
              }
              failure={failure}
            />
            <KnockNotice mac={askedOf(macOrSerial, isWhole)} />
            <FailureNotice failure={failure} />
            {isTaken && <p>{say.takenHint()}</p>}
            <Button look="main" type="submit" isBusy={registering.isBusy}>
              {say.register()}
            </Button>
          </form>
        </div>
        <ForInstaller>
          <p class="row">
            <span>{say.many()}</span>
            <a class="button" href="/devices/import">
              {say.importFile()}
            </a>
            <a class="button" href="/devices/labels">
              {say.labels()}
            </a>
          </p>
        </ForInstaller>
      </Page>
    </div>
  );
}
