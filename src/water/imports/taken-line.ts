import type { FieldError } from '../../kit/api/failures/api-error.ts';
import type { LoggedAction } from '../device-log.ts';
import type { LineValues } from './line-values.ts';
import type { ImportRow } from './queries.ts';

/** A line that can be registered. */
export type Line = { row: ImportRow; values: LineValues };

/** A line that cannot. */
export type RefusedLine = { row: ImportRow; errors: FieldError[] };

/** A line whose device the person gets, or has. */
export type TakenLine = Line & { deviceId: number };

/** An act at a device, for its log. */
export type LogEntry = {
  deviceId: number;
  action: LoggedAction;
  facts: Record<string, string | number | boolean | null>;
};
