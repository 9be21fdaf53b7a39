import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { chooseLanguage, language } from '../words/language.ts';
import { say } from './words.ts';
import './door.css';

/** What the screens before signing in share: one narrow card, and the other language. */
export function Door({ title, children }: { title: string; children: ComponentChildren }) {
  const other = language.value === 'en' ? 'sw' : 'en';
  return (
    <div class="door">
      <Page
        title={title}
        actions={
          <Button look="quiet" lang={other} onClick={() => chooseLanguage(other)}>
            {say.language()}
          </Button>
        }
      >
        <div class="card stack">{children}</div>
      </Page>
    </div>
  );
}
