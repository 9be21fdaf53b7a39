import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { say } from './words.ts';

type Props = ButtonHTMLAttributes & {
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  /** While true the button is shown at work and does nothing; the focus stays on it. */
  isBusy?: boolean;
  children: ComponentChildren;
};

/** A press while it works is no second order, nor does it send the form again. */
function refuse(event: Event): void {
  event.preventDefault();
}

/** A button of at least 44 px; `type` is `button` unless it is said to submit. */
export function Button({ look = 'plain', isBusy = false, disabled, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      class={`button button-${look} ${rest.class ?? ''}`}
      {...(isBusy && { onClick: refuse })}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
    >
      {children}
    </button>
  );
}

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
