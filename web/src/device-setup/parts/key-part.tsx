import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { known, loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../qr-code.tsx';
import { say } from '../words.ts';

type Props = {
  deviceId: string;
  /** Undefined while it is not shown. */
  apiKey: string | undefined;
  onKey: (apiKey: string | undefined) => void;
};
type Told = 'rotated' | 'required' | 'accepted';

/** The device's key: shown only when it is asked for, made anew, and made necessary. */
export function KeyPart({ deviceId, apiKey, onKey }: Props) {
  const [asking, setAsking] = useState<'rotate' | 'require'>();
  const [told, setTold] = useState<Told>();
  const required = known.value?.tanks.find((tank) => tank.device_id === deviceId)?.key?.required;
  const ask = async (options: { rotate?: true; required?: boolean } = {}) => {
    const body = { device_id: deviceId, ...options };
    const { api_key } = await call('POST /api/devices.php?action=api-key', { body });
    // What is in force stands in the list of tanks.
    void loadTanks();
    return api_key;
  };
  const showing = useAction(async () => onKey(await ask()));
  const accepting = useAction(async () => {
    await ask({ required: false });
    setTold('accepted');
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
      {told && (
        <Notice kind="success">
          <p>{say[told]()}</p>
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
            setTold('rotated');
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>{say.rotateHint()}</p>
        </ConfirmDialog>
      )}
      {asking === 'require' && (
        <ConfirmDialog
          title={say.require()}
          confirm={say.require()}
          onConfirm={async () => {
            await ask({ required: true });
            setTold('required');
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
