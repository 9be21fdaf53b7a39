import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

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
