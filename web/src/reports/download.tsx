import { useEffect, useRef, useState } from 'preact/hooks';
import { callRaw } from '../api/call.ts';
import type { Tank } from '../live/tank.ts';
import { profile } from '../session/profile.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { saveFile } from '../ui/save-file.ts';
import { kilobytes } from '../words/format.ts';
import { withLocalTimes } from './local-file.ts';
import { receiveFile } from './receive-file.ts';
import { type ReportView, rangeQuery } from './report-view.ts';
import { say } from './words.ts';

type Format = 'csv' | 'json';

/** All readings of the report as a file. The token goes in a header, so a plain link would not do. */
export function Download({ tank, view }: { tank: Tank; view: ReportView }) {
  const [bytes, setBytes] = useState(0);
  const stopping = useRef<AbortController | undefined>(undefined);
  // A screen that is left takes its download along: data is metered.
  useEffect(() => () => stopping.current?.abort(), []);
  const loading = useAction(async (format: Format) => {
    const own = new AbortController();
    stopping.current = own;
    setBytes(0);
    try {
      const response = await callRaw('GET /api/reports.php?action=export', {
        query: { device_id: tank.device_id, ...rangeQuery(view), format },
        signal: own.signal,
      });
      const file = await receiveFile(response, { onProgress: setBytes, signal: own.signal });
      if (file) saveFile(fileName(tank, view, format), await asPeopleRead(file, tank, format));
    } catch (error) {
      // Who stopped it knows.
      if (!own.signal.aborted) throw error;
    }
  });
  return (
    <section class="card stack reports-download">
      <h2>{say.download()}</h2>
      <p class="faint">{say.downloadHint()}</p>
      <div class="row">
        <Button isBusy={loading.isBusy} onClick={() => void loading.run('csv')}>
          {say.asCsv()}
        </Button>
        <Button isBusy={loading.isBusy} onClick={() => void loading.run('json')}>
          {say.asJson()}
        </Button>
      </div>
      {loading.isBusy && (
        <div class="row" role="status">
          <progress class="progress" aria-label={say.download()} />
          <span>{say.received({ size: kilobytes(bytes) })}</span>
          <Button onClick={() => stopping.current?.abort()}>{say.stop()}</Button>
        </div>
      )}
      <FailureNotice failure={loading.failure} />
    </section>
  );
}

/** A spreadsheet is for people, JSON for programs, which know of time zones. */
async function asPeopleRead(file: Blob, tank: Tank, format: Format): Promise<Blob> {
  if (format === 'json') return file;
  const timeZone = profile.value?.user.timezone ?? 'UTC';
  const text = withLocalTimes(await file.text(), { device: nameOf(tank), timeZone });
  // The mark tells spreadsheets that it is UTF-8.
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
}

function fileName(tank: Tank, { period, from, until }: ReportView, format: Format): string {
  const name = nameOf(tank)
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  const range = from || until ? [from, until].filter(Boolean).join('-to-') : period;
  return `kisima-${name || tank.device_id}-${range}.${format}`;
}
