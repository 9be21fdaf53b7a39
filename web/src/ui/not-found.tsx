import { Page } from './page.tsx';
import { say } from './words.ts';

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
