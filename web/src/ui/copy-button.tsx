import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { say } from './words.ts';

/** Copies `text`, and says that it did. */
export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
  };
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {isCopied ? say.copied() : say.copy()}
    </Button>
  );
}

async function copyText(text: string): Promise<void> {
  // Pages served without TLS on a home network have no clipboard object.
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
