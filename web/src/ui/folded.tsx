import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

type Props = {
  title: string;
  /** What is chosen within, which is told where it is folded. */
  chosen: string;
  children: ComponentChildren;
};

/** Choices above a list: folded on a phone, where they would fill the screen before anything is said. */
export function Folded({ title, chosen, children }: Props) {
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 56.25rem)').matches);
  return (
    <details
      class="card folded"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <strong>{title}</strong> <span class="faint">{chosen}</span>
      </summary>
      {children}
    </details>
  );
}
