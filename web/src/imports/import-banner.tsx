import { useLocation } from 'preact-iso';
import type { DeviceImport } from '../api/operations.ts';
import { Button } from '../ui/button.tsx';
import { say as sayUi } from '../ui/words.ts';
import { forgetImport, isChange, runningImport } from './running-import.ts';
import { say } from './words.ts';

/** How far the import is that was begun here, on every screen but its own. */
export function ImportBanner() {
  const { path } = useLocation();
  const job = runningImport.value;
  if (!job || path === `/devices/imports/${job.id}`) return null;
  const isRunning = job.status === 'running';
  const done = job.lines - job.open;
  return (
    <p class="banner import-banner">
      <a href={`/devices/imports/${job.id}`} onClick={() => isRunning || forgetImport()}>
        {sentenceOf(job)}
      </a>
      {isRunning ? (
        <progress max={Math.max(1, job.lines)} value={done} aria-label={say.progress()} />
      ) : (
        <Button look="quiet" onClick={forgetImport}>
          {sayUi.close()}
        </Button>
      )}
    </p>
  );
}

/** Says how far it is, or how it ended; of a change of chosen devices also what is done to them. */
function sentenceOf(job: DeviceImport): string {
  const { status, lines, open, registered, known, refused, file } = job;
  const count = registered + known;
  const what = isChange(job) ? file : null;
  if (status === 'running') {
    const far = { done: lines - open, total: lines };
    return what === null ? say.importing(far) : say.changing({ what, ...far });
  }
  return what === null ? say.imported({ count, refused }) : say.changed({ what, count, refused });
}
