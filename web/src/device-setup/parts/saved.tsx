import { useState } from 'preact/hooks';
import { say } from '../words.ts';

type SavedState = { isShown: boolean; show: () => void; clear: () => void };

export function useSaved(): SavedState {
  const [isShown, setShown] = useState(false);
  return { isShown, show: () => setShown(true), clear: () => setShown(false) };
}

/** A quiet word beside a button that what it did is done; gone with the next change. */
export function Saved({ of }: { of: SavedState }) {
  return (
    <span role="status">{of.isShown && <span class="tag tag-good">✓ {say.saved()}</span>}</span>
  );
}
