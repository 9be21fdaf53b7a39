/** Finds the text of a QR code in the picture that a video shows now. */
type Reader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Not in TypeScript's library yet: https://wicg.github.io/shape-detection-api/ */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Often enough to feel immediate, and leaves an old phone time to draw. */
const everyMs = 150;
/** Wider pictures take jsQR much longer and show no more of a code that is held before the camera. */
const widest = 640;

/**
 * Looks for QR codes in what `video` shows until the returned function is called, and tells each text
 * that it finds.
 */
export function readCodes(video: HTMLVideoElement, onText: (text: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const start = async () => {
    const read = (await nativeReader()) ?? (await ownReader());
    const look = async () => {
      // A frame that cannot be read, while the camera turns for instance, is followed by another.
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

/** The browser's own reader, where it has one for QR codes: Chrome on Android, mostly. */
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
