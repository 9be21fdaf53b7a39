import type { ComponentChildren } from 'preact';
import { say } from './words.ts';

/** What an installer needs and an owner does not, folded where it is not asked for. */
export function ForInstaller({
  isOpen,
  children,
}: {
  isOpen?: boolean;
  children: ComponentChildren;
}) {
  return (
    <details class="card setup-installer" open={isOpen}>
      <summary class="setup-summary">{say.forInstaller()}</summary>
      {children}
    </details>
  );
}
