import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { say } from './words.ts';

type Props = ButtonHTMLAttributes & {
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  /** Shows the button at work and disables it; the focus stays on it. */
  isBusy?: boolean;
  children: ComponentChildren;
};

/** Ignores a press while busy, and keeps it from submitting the form. */
function refuse(event: Event): void {
  event.preventDefault();
}

/** A button of at least 44 px; its default `type` is `button`. */
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
  // Pages without TLS, as on a home network, have no clipboard object.
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
