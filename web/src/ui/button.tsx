import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

type Props = ButtonHTMLAttributes & {
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  /** While true the button is shown at work and cannot be pressed. */
  isBusy?: boolean;
  children: ComponentChildren;
};

/** A button of at least 44 px; `type` is `button` unless it is said to submit. */
export function Button({ look = 'plain', isBusy = false, disabled, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      class={`button button-${look} ${rest.class ?? ''}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
    >
      {children}
    </button>
  );
}
