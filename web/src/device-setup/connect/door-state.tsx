import { Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago } from '../../words/format.ts';
import { sayDoor as say } from './connect-words.ts';
import type { Door, Doors } from './use-doors.ts';

/** Whether readings come by a door: waited for, just begun, or known. */
export function DoorState({ doors, door }: { doors: Doors; door: Door }) {
  const now = useNow();
  const lastAt = doors.lastAt[door];
  if (lastAt === undefined) return <p role="status">{say.waiting()}</p>;
  return (
    <Notice kind="success">
      <p>
        <strong>✓ {doors.opened.includes(door) ? say.opened() : ''}</strong>{' '}
        {say.comes({ ago: ago(lastAt, now) })}
      </p>
    </Notice>
  );
}
