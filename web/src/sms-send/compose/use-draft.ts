import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import { readStored, readText, writeStored } from '../../kit/stored.ts';
import { newKey } from '../../ui/form/use-action.ts';
import {
  attempted,
  bulkBody,
  type Draft,
  edited,
  emptyDraft,
  type Sent,
  singleBody,
} from './draft.ts';

/** Removed at sign-out. */
const draftKey = 'kisima.sms-draft';

type Kept = { userId: string; draft: Draft };

type DraftInHand = {
  draft: Draft;
  /** Applies an edit by the person. */
  edit: (change: Partial<Draft>) => void;
  /** Stores the state of a try, before anything else happens. */
  keep: (draft: Draft) => void;
  clear: () => void;
  /**
   * Takes over what another window of this browser has made of the draft since; true if there was any: then it
   * may have been sent there.
   */
  catchUp: () => boolean;
  /** Grows with each draft that was taken over from another window; 0 again after an edit. */
  takenOver: number;
};

/** Delay of writing: storing ten thousand numbers at each keystroke would be felt. */
const writeAfterMs = 300;

/** Draft of `userId`, kept in this browser until it is sent, also when they leave the screen. */
export function useDraft(userId: string): DraftInHand {
  const [draft, setDraft] = useState(() => readDraft(userId));
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(storedText());
  const [takenOver, setTakenOver] = useState(0);

  const write = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    writeStored(draftKey, { userId, draft: storable(latest.current) });
    seen.current = storedText();
  };
  const catchUp = () => {
    const stored = storedText();
    if (stored === seen.current) return false;
    seen.current = stored;
    clearTimeout(timer.current);
    timer.current = undefined;
    take(readDraft(userId));
    setTakenOver((times) => times + 1);
    return true;
  };
  useEffect(() => {
    // What is being typed here wins: it is written next.
    const hear = ({ key }: StorageEvent) =>
      key === draftKey && timer.current === undefined && catchUp();
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, []);
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
    setTakenOver(0);
    clearTimeout(timer.current);
    timer.current = setTimeout(write, writeAfterMs);
  };
  return { draft, edit, keep, clear: () => keep(emptyDraft), catchUp, takenOver };
}

/** Browsers keep some five million characters of a site: a larger file is chosen again, and the rest is kept. */
const longestKept = 1_500_000;

function storable(draft: Draft): Draft {
  const isLong = (draft.file?.text.length ?? 0) > longestKept;
  return isLong ? { ...draft, file: null } : draft;
}

function storedText(): string | null {
  return readText(draftKey);
}

function readDraft(userId: string): Draft {
  const kept = readStored<Kept>(draftKey);
  return kept?.userId === userId ? { ...emptyDraft, ...kept.draft } : emptyDraft;
}

/**
 * Sends the draft once, however often it is tried: its key is stored before the request leaves, so
 * that not even a page closed meanwhile sends it twice. Then opens the page of the message or job.
 */
export function useSending(
  { draft, keep, clear, catchUp }: DraftInHand,
  sent: Sent,
  timeZone: string,
): () => Promise<void> {
  const { route } = useLocation();
  return async () => {
    // A window that the phone has put aside hears of no other: it may have been sent there.
    if (catchUp()) return;
    const trying = attempted(draft, Date.now(), newKey);
    keep({ ...trying, isInDoubt: true });
    try {
      const address = await send(trying, trying.attempt.key, sent, timeZone);
      clear();
      route(address);
    } catch (error) {
      keep({ ...trying, isInDoubt: draft.isInDoubt || !isRefusal(error) });
      throw error;
    }
  };
}

/**
 * True if the error proves that nothing was sent: `not_sent` says that no provider took it, while another
 * 502 is a proxy's, behind which the message may be stored.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.status < 500 || error.code === 'not_sent');
}

async function send(
  draft: Draft,
  idempotencyKey: string,
  sent: Sent,
  timeZone: string,
): Promise<string> {
  const { recipients } = sent;
  const [only] = recipients;
  if (draft.mode === 'numbers' && only && recipients.length === 1) {
    const body = singleBody(draft, only, timeZone);
    const { message_id } = await call('POST /v1/account/sms/send', { body, idempotencyKey });
    return `/sms/messages/${message_id}`;
  }
  const body = bulkBody(draft, sent, timeZone);
  const answer = await call('POST /v1/account/sms/bulk', { body, idempotencyKey });
  return 'job_id' in answer ? `/sms/jobs/${answer.job_id}` : '/sms/jobs';
}

export type SectionProps = {
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  failure: Error | undefined;
};
