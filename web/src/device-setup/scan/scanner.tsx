import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { say } from '../words.ts';
import { type CameraFailure, openCamera } from './open-camera.ts';
import { readCodes } from './read-codes.ts';
import { scannedIdentity } from './scanned-identity.ts';
import './scanner.css';

type Props = {
  onFound: (macOrSerial: string) => void;
  onFailure: (failure: CameraFailure) => void;
  onClose: () => void;
};

/** The camera, until it sees the code of a device. It is let go with the component, or a hidden page. */
export function Scanner({ onFound, onFailure, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'looking'>('starting');
  const [isOtherCode, setOtherCode] = useState(false);

  useEffect(() => {
    const shown = video.current;
    if (!shown) return;
    let stopReading: (() => void) | undefined;
    const read = (text: string) => {
      const found = scannedIdentity(text);
      if (found === undefined) return setOtherCode(true);
      navigator.vibrate?.(60);
      onFound(found);
    };
    const close = openCamera(shown, {
      onOpen: () => {
        setState('looking');
        stopReading = readCodes(shown, read);
      },
      onFailure,
    });
    const closeHidden = () => document.hidden && onClose();
    document.addEventListener('visibilitychange', closeHidden);
    return () => {
      stopReading?.();
      close();
      document.removeEventListener('visibilitychange', closeHidden);
    };
  }, []);

  const hint = isOtherCode ? say.noDeviceCode() : say.scanHint();
  return (
    <div class="stack">
      <p role="status">{state === 'starting' ? say.starting() : hint}</p>
      <div class="scanner-frame">
        <video ref={video} class="scanner-picture" aria-label={say.camera()} playsInline muted />
      </div>
      <Button onClick={onClose}>{say.stopScan()}</Button>
    </div>
  );
}
