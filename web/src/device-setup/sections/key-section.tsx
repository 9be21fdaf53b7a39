import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { known, loadTanks } from '../../tanks/tanks.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { QrCode } from '../qr-code.tsx';
import { saySigned } from '../signed-words.ts';
import { say } from '../words.ts';

type KeySectionProps = {
  deviceId: string;
  /** Undefined while it is not shown. */
  apiKey: string | undefined;
  onKey: (apiKey: string | undefined) => void;
};
type KeyChange = 'rotated' | 'required' | 'accepted';

/** The device's key: shown on request, renewed, and made mandatory. */
export function KeySection({ deviceId, apiKey, onKey }: KeySectionProps) {
  const [asking, setAsking] = useState<'rotate' | 'require'>();
  const [keyChange, setKeyChange] = useState<KeyChange>();
  const tank = known.value?.tanks.find(({ device_id }) => device_id === deviceId);
  const required = tank?.key?.required;
  const ask = async (options: { rotate?: true; required?: boolean } = {}) => {
    const body = { device_id: deviceId, ...options };
    const { api_key } = await call('POST /api/devices.php?action=api-key', { body });
    // The list of tanks says which key rule is in force.
    void loadTanks();
    return api_key;
  };
  const showing = useAction(async () => onKey(await ask()));
  const accepting = useAction(async () => {
    await ask({ required: false });
    setKeyChange('accepted');
  });
  return (
    <section class="card stack" id="key">
      <h2>{say.key()}</h2>
      <p class="faint">{say.keyHint()}</p>
      {required !== undefined && (
        <p>
          <strong>{required ? say.keyIsRequired() : say.keyIsOptional()}</strong>
        </p>
      )}
      {keyChange && (
        <Notice kind="success">
          <p>{say[keyChange]()}</p>
        </Notice>
      )}
      {apiKey === undefined ? (
        <div>
          <Button isBusy={showing.isBusy} onClick={() => void showing.run()}>
            {say.showKey()}
          </Button>
        </div>
      ) : (
        <ShownKey apiKey={apiKey} onHide={() => onKey(undefined)} />
      )}
      <FailureNotice failure={showing.failure ?? accepting.failure} />
      <div class="row">
        <Button onClick={() => setAsking('rotate')}>{say.rotate()}</Button>
        {required !== true && <Button onClick={() => setAsking('require')}>{say.require()}</Button>}
        {required !== false && (
          <Button isBusy={accepting.isBusy} onClick={() => void accepting.run()}>
            {say.accept()}
          </Button>
        )}
      </div>
      {asking === 'rotate' && (
        <ConfirmDialog
          title={say.rotate()}
          confirm={say.rotate()}
          isDangerous
          onConfirm={async () => {
            onKey(await ask({ rotate: true }));
            setKeyChange('rotated');
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>{tank?.key?.only_signed ? saySigned.rotateHint() : say.rotateHint()}</p>
        </ConfirmDialog>
      )}
      {asking === 'require' && (
        <ConfirmDialog
          title={say.require()}
          confirm={say.require()}
          onConfirm={async () => {
            await ask({ required: true });
            setKeyChange('required');
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>{say.requireHint()}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function ShownKey({ apiKey, onHide }: { apiKey: string; onHide: () => void }) {
  const [isQr, setQr] = useState(false);
  return (
    <>
      <p>
        <code class="setup-key">{apiKey}</code>
      </p>
      <div class="row">
        <CopyButton key={apiKey} text={apiKey} />
        <Button aria-expanded={isQr} onClick={() => setQr(!isQr)}>
          {isQr ? say.hideKeyQr() : say.keyQr()}
        </Button>
        <Button onClick={onHide}>{say.hideKey()}</Button>
      </div>
      {isQr && (
        <div class="setup-key-qr">
          <QrCode text={apiKey} label={say.keyQrLabel()} />
        </div>
      )}
    </>
  );
}
