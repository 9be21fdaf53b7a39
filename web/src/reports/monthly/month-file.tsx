import { useEffect, useRef, useState } from 'preact/hooks';
import { callRaw } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/files.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { kilobytes } from '../../words/format.ts';
import type { MonthView } from './month-view.ts';
import { say } from './words.ts';

/** Saves the month of all tanks as a file; of thousands it takes minutes, and can be stopped. */
export function MonthFile({ view }: { view: MonthView }) {
  const { month, group } = view;
  const [bytes, setBytes] = useState(0);
  const stopping = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const loading = useAction(async () => {
    const own = new AbortController();
    const { signal } = own;
    stopping.current = own;
    setBytes(0);
    try {
      const response = await callRaw('GET /api/reports.php?action=monthly', {
        query: { month, format: 'csv', ...(group && { group_id: group }) },
        signal,
      });
      const file = await receiveFile(response, { onProgress: setBytes, signal });
      if (file) saveFile(`kisima-${month}${group ? `-group-${group}` : ''}.csv`, file);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  return (
    <>
      <Button isBusy={loading.isBusy} onClick={() => void loading.run()}>
        {say.csv()}
      </Button>
      {loading.isBusy && (
        <span class="row" role="status">
          <span>{say.received({ size: kilobytes(bytes) })}</span>
          <Button onClick={() => stopping.current?.abort()}>{say.stop()}</Button>
        </span>
      )}
      <FailureNotice failure={loading.failure} />
    </>
  );
}
