import { CopyButton } from '../../ui/button.tsx';
import { sayDoor as say } from './connect-words.ts';
import { keyPlace } from './firmware-lines.ts';

type Props = {
  name: string;
  lines: string;
  /** Set where the lines carry no key, since it is hidden. */
  lacksKey: boolean;
};

/** Lines to copy, in a region that scrolls by keys. */
export function CopiedLines({ name, lines, lacksKey }: Props) {
  return (
    <>
      <section class="setup-lines scroll-x" tabIndex={0} aria-label={name}>
        <pre>
          <code>{lines}</code>
        </pre>
      </section>
      <div class="row">
        <CopyButton key={lines} text={lines} />
      </div>
      {lacksKey && (
        <p class="hint">{lines.includes(keyPlace) ? say.withPlaceForKey() : say.withoutKey()}</p>
      )}
    </>
  );
}
