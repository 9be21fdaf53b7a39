export type ProgressStream = NodeJS.WritableStream & { isTTY?: boolean };

/** One phase of a run, for a person at a terminal or reading a log. */
export type Progress = {
  /** Begins a phase; `total` is null where its end is unknown. */
  begin: (label: string, total: number | null) => void;
  /** Shows the amount done so far, and a short note. */
  show: (done: number, note: string) => void;
  end: () => void;
};

/** Shows nothing: for runs inside another program. */
export const silentProgress: Progress = { begin: () => {}, show: () => {}, end: () => {} };

/** Shows a phase for as long as `work` takes; `advance` adds to the amount done. */
export async function inPhase<T>(
  progress: Progress,
  label: string,
  total: number | null,
  work: (advance: (more: number, note: string) => void) => Promise<T>,
): Promise<T> {
  let done = 0;
  progress.begin(label, total);
  try {
    return await work((more, note) => {
      done += more;
      progress.show(done, note);
    });
  } finally {
    progress.end();
  }
}

const eraseLine = '\r\x1b[K';

/** On a terminal one line that changes five times a second; elsewhere a new line every ten seconds. */
export function createProgress(stream: ProgressStream, now: () => number): Progress {
  const everyMs = stream.isTTY ? 200 : 10_000;
  let phase: { label: string; total: number | null };
  let last: { done: number; note: string };
  let nextLineAt = 0;
  const write = (line: string) => {
    stream.write(stream.isTTY ? `${eraseLine}${line}` : `${line}\n`);
    nextLineAt = now() + everyMs;
  };
  const print = () => {
    const { label, total } = phase;
    const { done, note } = last;
    const share = total ? ` of ${total} (${Math.floor((done / total) * 100)} %)` : '';
    write(`${label}: ${done}${share}${note === '' ? '' : `, ${note}`}`);
  };
  return {
    begin(label, total) {
      phase = { label, total };
      last = { done: 0, note: '' };
      write(`${label} …`);
    },
    show(done, note) {
      last = { done, note };
      if (now() >= nextLineAt) print();
    },
    end() {
      if (last.done > 0) print();
      if (stream.isTTY) stream.write('\n');
    },
  };
}
