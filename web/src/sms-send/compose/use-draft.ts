import { useEffect, useRef, useState } from 'preact/hooks';
import { readStored, writeStored } from '../../kit/stored.ts';
import { type Draft, edited, emptyDraft } from './draft.ts';

/** Signing out removes it. */
const draftKey = 'kisima.sms-draft';

type Kept = { userId: string; draft: Draft };

export type DraftInHand = {
  draft: Draft;
  /** Changes by hand. */
  edit: (change: Partial<Draft>) => void;
  /** Keeps what a try to send says of it, before anything else happens. */
  keep: (draft: Draft) => void;
  clear: () => void;
};

/** Writing ten thousand numbers down at each keystroke would be felt. */
const writeAfterMs = 300;

/** What `userId` is writing: kept in this browser until it is sent, also when they leave the screen. */
export function useDraft(userId: string): DraftInHand {
  const [draft, setDraft] = useState(() => readDraft(userId));
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const write = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    writeStored(draftKey, { userId, draft: latest.current });
  };
  useEffect(() => {
    const writeRest = () => timer.current !== undefined && write();
    addEventListener('pagehide', writeRest);
    return () => {
      removeEventListener('pagehide', writeRest);
      writeRest();
    };
  }, []);

  const take = (taken: Draft) => {
    latest.current = taken;
    setDraft(taken);
  };
  const keep = (kept: Draft) => {
    take(kept);
    write();
  };
  const edit = (change: Partial<Draft>) => {
    take(edited(latest.current, change));
    clearTimeout(timer.current);
    timer.current = setTimeout(write, writeAfterMs);
  };
  return { draft, edit, keep, clear: () => keep(emptyDraft) };
}

function readDraft(userId: string): Draft {
  const kept = readStored<Kept>(draftKey);
  return kept?.userId === userId ? { ...emptyDraft, ...kept.draft } : emptyDraft;
}
