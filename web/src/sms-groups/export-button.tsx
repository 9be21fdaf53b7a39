import { callRaw } from '../api/call.ts';
import type { Group } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { saveFile } from '../ui/save-file.ts';
import { say } from './import/words.ts';

/** Saves all contacts of a group as a file for a spreadsheet. */
export function ExportButton({ group: { id, name } }: { group: Group }) {
  const exporting = useAction(async () => {
    const parts = { path: { id }, query: { format: 'csv' } };
    const response = await callRaw('GET /v1/account/groups/{id}/contacts', parts);
    saveFile(`${name}.csv`, await response.blob());
  });
  return (
    <>
      <Button isBusy={exporting.isBusy} onClick={() => void exporting.run()}>
        {say.save()}
      </Button>
      <FailureNotice failure={exporting.failure} retry={exporting.run} />
    </>
  );
}
