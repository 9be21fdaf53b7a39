import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from './words.ts';

/** What an installer needs and an owner does not, folded. */
export function ForInstaller({ children }: { children: ComponentChildren }) {
  return (
    <details class="card setup-installer">
      <summary class="setup-summary">{say.forInstaller()}</summary>
      {children}
    </details>
  );
}

/** Parts of a set-up for the installer: folded on a phone, unless a link leads to one of them. */
export function InstallerParts({ children }: { children: ComponentChildren }) {
  const own = useRef<HTMLDetailsElement>(null);
  const wanted = location.hash.slice(1);
  useEffect(() => {
    if (wanted) own.current?.querySelector(`#${CSS.escape(wanted)}`)?.scrollIntoView();
  }, [wanted]);
  return (
    <details ref={own} open={matchMedia('(min-width: 48rem)').matches || wanted !== ''}>
      <summary class="card setup-summary">{say.forInstaller()}</summary>
      <div class="setup-parts">{children}</div>
    </details>
  );
}
