import { useLocation } from 'preact-iso';
import { Button } from '../ui/button.tsx';
import { say as sayUi } from '../ui/words.ts';
import { forgetImport, runningImport } from './running-import.ts';
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
        {isRunning
          ? say.importing({ done, total: job.lines })
          : say.imported({ count: job.registered + job.known, refused: job.refused })}
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
