import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { say } from '../words.ts';
import { scannedIdentity } from './scanned-identity.ts';
import './scanner.css';

type Props = {
  onFound: (macOrSerial: string) => void;
  onFailure: (failure: CameraFailure) => void;
  onClose: () => void;
};

/**
 * The camera, until it sees the code of a device. It is released with the component, or when the
 * page is hidden.
 */
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

/** Reason why there is no picture; each has its sentence in words.ts. */
export type CameraFailure = 'refused' | 'none' | 'insecure' | 'busy';

/**
 * Starts the camera on the back of the phone in `video`.
 * @returns a function that releases the camera; it may be called before the camera has started.
 */
function openCamera(
  video: HTMLVideoElement,
  { onOpen, onFailure }: { onOpen: () => void; onFailure: (failure: CameraFailure) => void },
): () => void {
  let stream: MediaStream | undefined;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const open = async () => {
    if (!isSecureContext) return onFailure('insecure');
    if (!navigator.mediaDevices) return onFailure('none');
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
      });
      // The person may have left while the browser asked for permission.
      if (isClosed) return close();
      video.srcObject = stream;
      await video.play();
      if (!isClosed) onOpen();
    } catch (error) {
      if (isClosed) return;
      close();
      onFailure(failureOf(error));
    }
  };
  void open();
  return close;
}

function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}

type Reader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Not in TypeScript's library yet: https://wicg.github.io/shape-detection-api/ */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Interval of looks: feels immediate, and leaves an old phone time to draw. */
const everyMs = 150;
/** Wider pictures take jsQR much longer and show no more of a close code. */
const widest = 640;

/** Calls back with each text found in `video`, until the returned function is called. */
function readCodes(video: HTMLVideoElement, onText: (text: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const start = async () => {
    const read = (await nativeReader()) ?? (await ownReader());
    const look = async () => {
      // An unreadable frame, while the camera rotates for instance, is followed by another.
      const text = await read(video).catch(() => undefined);
      if (isStopped) return;
      if (text) onText(text);
      timer = setTimeout(look, everyMs);
    };
    await look();
  };
  void start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Finds the browser's own reader of QR codes, which Chrome on Android has. */
async function nativeReader(): Promise<Reader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !formats?.includes('qr_code')) return undefined;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

async function ownReader(): Promise<Reader> {
  const { default: jsQr } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined;
    const scale = Math.min(1, widest / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return jsQr(data, width, height)?.data;
  };
}
