import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type Arrival, arrival } from '../tanks/arrival.ts';
import { Notice } from '../ui/notice.tsx';
import { say } from './words.ts';

/** Says what an accepted invitation has brought, on the screen to which it led. */
export function ArrivalNotice() {
  const { path } = useLocation();
  const shown = arrival.value?.path === path ? arrival.value : undefined;
  useEffect(() => {
    if (!shown) return;
    return () => {
      if (arrival.peek() === shown) arrival.value = undefined;
    };
  }, [shown]);
  return shown ? <Notice kind="success">{sayArrival(shown)}</Notice> : null;
}

function sayArrival({ name, role }: Arrival): string {
  const texts = {
    viewer: say.nowViewer,
    operator: say.nowOperator,
    manager: say.nowManager,
    owner: say.nowOwner,
  };
  return texts[role]({ name });
}
