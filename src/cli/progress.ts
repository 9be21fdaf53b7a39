import { Presets, SingleBar } from 'cli-progress';

/** Where progress is shown. */
export type ProgressStream = NodeJS.WritableStream & { isTTY?: boolean };

/** One phase of a run, as someone at a terminal (or reading a log) follows it. */
export interface Progress {
  /** Begins a phase; `total` is null where its end is not known. */
  begin(label: string, total: number | null): void;
  /** What is done so far, and a few words about it. */
  show(done: number, note: string): void;
  end(): void;
}

/** A bar on a terminal; elsewhere, where a bar would be rubbish, a line now and then. */
export function createProgress(stream: ProgressStream, now: () => number): Progress {
  return stream.isTTY === true ? barProgress(stream) : lineProgress(stream, now);
}

/** Shows nothing: for runs inside another program. */
export const silentProgress: Progress = {
  begin: () => undefined,
  show: () => undefined,
  end: () => undefined,
};

function barProgress(stream: ProgressStream): Progress {
  let bar: SingleBar | null = null;
  return {
    begin(label, total) {
      const format =
        total === null
          ? `${label}  {value} done  {duration_formatted}  {note}`
          : `${label}  {bar} {percentage}%  {value}/{total}  {eta_formatted} left  {note}`;
      const options = { stream, format, hideCursor: true, fps: 5, etaBuffer: 500 };
      bar = new SingleBar(options, Presets.shades_classic);
      bar.start(total ?? Number.MAX_SAFE_INTEGER, 0, { note: '' });
    },
    show: (done, note) => bar?.update(done, { note }),
    end: () => bar?.stop(),
  };
}

const LINE_EVERY_MS = 10_000;

function lineProgress(stream: ProgressStream, now: () => number): Progress {
  let label = '';
  let total: number | null = null;
  let last = { done: 0, note: '' };
  let nextLineAt = 0;
  const print = (): void => {
    const share = total ? ` of ${total} (${Math.floor((last.done / total) * 100)} %)` : '';
    stream.write(`${label}: ${last.done}${share}${last.note === '' ? '' : `, ${last.note}`}\n`);
    nextLineAt = now() + LINE_EVERY_MS;
  };
  return {
    begin(newLabel, newTotal) {
      label = newLabel;
      total = newTotal;
      last = { done: 0, note: '' };
      nextLineAt = now() + LINE_EVERY_MS;
      stream.write(`${label} …\n`);
    },
    show(done, note) {
      last = { done, note };
      if (now() >= nextLineAt) print();
    },
    end() {
      if (last.done > 0) print();
    },
  };
}
