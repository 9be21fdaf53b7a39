import type { ComponentChildren } from 'preact';

type Props = { kind: 'info' | 'success' | 'warning' | 'danger'; children: ComponentChildren };

/** A boxed message that a screen reader speaks when it appears. */
export function Notice({ kind, children }: Props) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
