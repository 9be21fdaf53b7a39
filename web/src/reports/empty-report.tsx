import type { ComponentChildren } from 'preact';
import { say } from './words.ts';

type Props = { deviceId: string; children: ComponentChildren };

/** Where nothing is to report: why, and the way to the tank, which shows whether it sends. */
export function EmptyReport({ deviceId, children }: Props) {
  return (
    <div class="card stack">
      <p>{children}</p>
      <p>
        <a class="button" href={`/tanks/${deviceId}`}>
          {say.openTank()}
        </a>
      </p>
    </div>
  );
}
