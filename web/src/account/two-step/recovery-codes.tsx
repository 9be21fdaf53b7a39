import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { say } from './words.ts';

/** The codes that the server tells this one time, until the person says that they have them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // They take the place of the form that had the focus.
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const download = () =>
    saveFile('kisima-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {say.codes()}
      </h3>
      <p>{say.codesAbout()}</p>
      <pre class="two-step-codes">{text}</pre>
      <div class="row">
        <CopyButton text={text} />
        <Button onClick={download}>{say.download()}</Button>
      </div>
      <p>
        <Button look="main" onClick={onDone}>
          {say.kept()}
        </Button>
      </p>
    </>
  );
}
