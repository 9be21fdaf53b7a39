/** Why there is no picture; each has its sentence in words.ts. */
export type CameraFailure = 'refused' | 'none' | 'insecure' | 'busy';

/**
 * Starts the camera on the far side of the phone in `video`.
 * @returns what lets the camera go; it may be called before the camera has come.
 */
export function openCamera(
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
      // The person may have gone on while the browser asked.
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
