import { useEffect, useRef, useState } from 'preact/hooks';
import { csvLineEnd, csvMark } from '../../../../src/kit/text/csv.ts';
import { callRaw } from '../../api/call.ts';
import type { Tank } from '../../api/operations.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { profile } from '../../session/profile.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/files.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { kilobytes } from '../../words/format.ts';
import { type Kind, type ReportView, rangeQuery } from '../report-view.ts';
import { say } from '../words.ts';
import { withLocalTimes } from './local-file.ts';

type Format = 'csv' | 'json';
/** All readings, or what the report shows. */
type What = 'export' | Kind;

type Props = { tanks: [Tank, ...Tank[]]; view: ReportView };

/** A plain link could not carry the token's header. */
export function Download({ tanks, view }: Props) {
  const [tank, ...others] = tanks;
  const [bytes, setBytes] = useState(0);
  const stopping = useRef<AbortController | undefined>(undefined);
  // Leaving the screen stops the download, since data is metered.
  useEffect(() => () => stopping.current?.abort(), []);
  const loading = useAction(async (format: Format, what: What = 'export') => {
    const own = new AbortController();
    stopping.current = own;
    setBytes(0);
    try {
      const parts: Blob[] = [];
      let before = 0;
      // One after the other: parallel downloads are no faster on a phone.
      for (const each of tanks) {
        const response = await callRaw(`GET /api/reports.php?action=${what}`, {
          query: { device_id: each.device_id, ...rangeQuery(view), format },
          signal: own.signal,
        });
        const onProgress = (received: number) => setBytes(before + received);
        const file = await receiveFile(response, { onProgress, signal: own.signal });
        if (!file) return;
        before += file.size;
        const isFirst = each === tank;
        parts.push(
          what === 'export'
            ? await asPeopleRead(file, each, { format, isFirst })
            : await joined(file, isFirst),
        );
      }
      saveFile(
        fileName(tanks, view, format, what),
        new Blob(parts, { type: parts[0]?.type ?? '' }),
      );
    } catch (error) {
      // A download stopped by the person needs no message.
      if (!own.signal.aborted) throw error;
    }
  });
  return (
    <section class="card stack reports-download">
      <div class="row">
        <Button isBusy={loading.isBusy} onClick={() => void loading.run('csv', view.kind)}>
          {say.asShown()}
        </Button>
      </div>
      <h2>{say.download()}</h2>
      <p class="faint">{say.downloadHint()}</p>
      <div class="row">
        <Button isBusy={loading.isBusy} onClick={() => void loading.run('csv')}>
          {others.length > 0 ? say.downloadAll({ count: tanks.length }) : say.asCsv()}
        </Button>
        {others.length === 0 && (
          <Button isBusy={loading.isBusy} onClick={() => void loading.run('json')}>
            {say.asJson()}
          </Button>
        )}
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

type Part = { format: Format /** Later ones have no header of their own. */; isFirst: boolean };

/** Adds local times to a CSV file; programs, which read JSON, know time zones. */
async function asPeopleRead(file: Blob, tank: Tank, { format, isFirst }: Part): Promise<Blob> {
  if (format === 'json') return file;
  const timeZone = profile.value?.user.timezone ?? 'UTC';
  const text = withLocalTimes(await file.text(), { device: nameOf(tank), timeZone });
  const type = 'text/csv;charset=utf-8';
  // Reading the file as text has taken its mark away.
  if (isFirst) return new Blob([csvMark, text], { type });
  return new Blob([text.slice(text.indexOf(csvLineEnd) + csvLineEnd.length)], { type });
}

/** A file of ours as it is, or without its header where one comes before it. */
async function joined(file: Blob, isFirst: boolean): Promise<Blob> {
  if (isFirst) return file;
  const text = await file.text();
  return new Blob([text.slice(text.indexOf(csvLineEnd) + csvLineEnd.length)]);
}

function fileName(tanks: [Tank, ...Tank[]], view: ReportView, format: Format, what: What): string {
  const { period, from, until } = view;
  const [tank, ...others] = tanks;
  const name = nameOf(tank)
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  const whose = others.length > 0 ? `${tanks.length}-devices` : name || tank.device_id;
  const range = from || until ? [from, until].filter(Boolean).join('-to-') : period;
  const kind = what === 'export' ? '' : `${what}-`;
  return `kisima-${kind}${whose}-${range}.${format}`;
}
