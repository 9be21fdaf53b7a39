import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { say } from './words.ts';

type Props = { label: string; onFile: (file: File) => void };

/** A file chosen by a button, or dropped. */
export function ChooseFile({ label, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const hover = (event: DragEvent, isNow: boolean) => {
    event.preventDefault();
    setOver(isNow);
  };
  return (
    <fieldset
      class={`import-drop ${isOver ? 'import-drop-over' : ''}`}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        take(event.dataTransfer?.files);
      }}
    >
      <input
        ref={input}
        type="file"
        class="hidden"
        accept=".csv,.txt,.tsv,.xlsx,.xls,.ods,text/csv,text/plain"
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Choosing the same file again, corrected meanwhile, counts as a change.
          event.currentTarget.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <span class="faint import-drop-hint">{say.drop()}</span>
    </fieldset>
  );
}
