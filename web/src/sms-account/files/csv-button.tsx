import { useEffect, useRef } from 'preact/hooks';
import { receiveFile } from '../../api/receive-file.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/files.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';

type Props = {
  label: string;
  /** Without its ending. */
  name: string;
  fetchFile: (signal: AbortSignal) => Promise<Response>;
};

/** Saves a list of the SMS service as a CSV file; leaving the screen stops it, since data is metered. */
export function CsvButton({ label, name, fetchFile }: Props) {
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const saving = useAction(async () => {
    const own = new AbortController();
    stopping.current = own;
    const response = await fetchFile(own.signal);
    const file = await receiveFile(response, { onProgress: () => {}, signal: own.signal });
    if (file) saveFile(`${name}.csv`, file);
  });
  return (
    <>
      <Button isBusy={saving.isBusy} onClick={() => void saving.run()}>
        {label}
      </Button>
      <FailureNotice failure={saving.failure} />
    </>
  );
}
