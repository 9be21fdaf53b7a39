import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Tank } from '../../api/operations.ts';
import { isAtLeast, known, loadTanks } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago } from '../../words/format.ts';
import { saySigned as say } from '../signed-words.ts';

type Key = NonNullable<Tank['key']>;

/** Whether the device must sign, for its owner to say, and whether it does. */
export function SignedSection({ deviceId }: { deviceId: string }) {
  const tank = known.value?.tanks.find(({ device_id }) => device_id === deviceId);
  // A list stored by an older version says nothing of signatures.
  if (!tank?.key || tank.key.only_signed === undefined) return null;
  return <Parts deviceId={deviceId} tank={tank} ofKey={tank.key} />;
}

function Parts({ deviceId, tank, ofKey }: { deviceId: string; tank: Tank; ofKey: Key }) {
  const [isAsking, setAsking] = useState(false);
  const { only_signed: isOn, last_signed_at: lastAt } = ofKey;
  const change = async (only_signed: boolean) => {
    const body = { device_id: deviceId, only_signed };
    await call('POST /api/devices.php?action=api-key', { body });
    await loadTanks();
  };
  const turningOff = useAction(() => change(false));
  const isOwner = isAtLeast(tank.role, 'owner');
  return (
    <section class="card stack" id="signed">
      <h2>{say.onlySigned()}</h2>
      <p class="faint">{say.hint()}</p>
      <p>
        <strong>{isOn ? say.isOn() : say.isOff()}</strong>
      </p>
      <WhatItSends ofKey={ofKey} />
      <FailureNotice failure={turningOff.failure} />
      {isOwner && (
        <div class="row">
          {isOn ? (
            <Button isBusy={turningOff.isBusy} onClick={() => void turningOff.run()}>
              {say.turnOff()}
            </Button>
          ) : (
            <Button onClick={() => setAsking(true)}>{say.turnOn()}</Button>
          )}
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={say.onlySigned()}
          confirm={say.turnOn()}
          isDangerous={lastAt === null}
          onConfirm={() => change(true)}
          onClose={() => setAsking(false)}
        >
          <p>{lastAt === null ? say.turnOnUnsigned() : say.turnOnHint()}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function WhatItSends({ ofKey: { refused, last_signed_at: lastAt } }: { ofKey: Key }) {
  const now = useNow();
  return (
    <>
      {refused?.reason === 'unsigned' && (
        <Notice kind="warning">
          <p>
            {lastAt !== null && lastAt > refused.last_at
              ? say.alsoUnsigned({ ago: ago(refused.last_at, now) })
              : say.sendsUnsigned({ ago: ago(refused.last_at, now) })}
          </p>
        </Notice>
      )}
      <p>{lastAt === null ? say.neverSigned() : say.signs({ ago: ago(lastAt, now) })}</p>
    </>
  );
}
