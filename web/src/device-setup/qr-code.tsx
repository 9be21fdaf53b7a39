import { useEffect, useState } from 'preact/hooks';
import { qrPath } from './qr-path.ts';
import './qr-code.css';

/** Width in fields of the white margin around a code (ISO/IEC 18004). */
const quietZone = 4;

type Props = { text: string /** What it is for those who cannot see it. */; label: string };

/** A QR code, dark on white in every theme, since many readers accept no other. */
export function QrCode({ text, label }: Props) {
  const [code, setCode] = useState<{ path: string; size: number }>();
  useEffect(() => {
    let isGone = false;
    void import('uqr').then(({ encode }) => {
      if (isGone) return;
      const { data, size } = encode(text, { ecc: 'M', border: quietZone });
      setCode({ path: qrPath(data), size });
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  const size = code?.size ?? 1;
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={code?.path} />
    </svg>
  );
}
