import type { Alert } from '../api/operations.ts';

/** A shape for each severity, since colours alone are not seen by everybody. */
export function SeverityMark({ severity }: { severity: Alert['severity'] }) {
  const shapes = {
    critical: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM12 7v6M12 17h.01',
    warning: 'M12 3 22 20H2zM12 10v4M12 17h.01',
    info: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM12 11v6M12 7h.01',
  };
  return (
    <svg class={`icon alerts-${severity}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[severity]} />
    </svg>
  );
}
