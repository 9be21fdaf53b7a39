import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from './words.ts';

type Props = {
  title: string;
  actions?: ComponentChildren;
  /** Link to the parent screen; the menu of a laptop has no "More" to return to. */
  back?: { href: string; label: string };
  children: ComponentChildren;
};

export function Page({ title, actions, back, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Kisima`;
  }, [title]);
  return (
    <div class="page">
      {back && (
        <a class={`back ${back.href === '/more' ? 'only-narrow' : ''}`} href={back.href}>
          ‹ {back.label}
        </a>
      )}
      <header class="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function NotFound(_props: { default?: boolean }) {
  return (
    <Page title={say.notFound()}>
      <p>
        <a class="button" href="/">
          {say.toTanks()}
        </a>
      </p>
    </Page>
  );
}
