import type { SubmitResult } from '../provider.ts';

/**
 * Returns the outcome of a message of several parts. A phone shows a long message only when it has all of
 * it, hence:
 * - one part refused: the message is refused. Nothing readable has been sent, and the other parts that the
 *   SMSC may have taken come to nothing;
 * - else one part unknown: the message is unknown;
 * - else one part not taken now: `busy` where no part was taken; where one was, `unknown`, as some of it
 *   has been sent;
 * - else all were accepted.
 */
export function combineParts(parts: SubmitResult[]): SubmitResult {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const refs: string[] = [];
  let unknown: SubmitResult | undefined;
  let busy: (SubmitResult & { outcome: 'busy' }) | undefined;
  for (const [index, part] of parts.entries()) {
    const where = `part ${index + 1} of ${parts.length}`;
    if (part.outcome === 'refused') return { outcome: 'refused', error: `${where}: ${part.error}` };
    if (part.outcome === 'accepted') refs.push(...part.refs);
    else if (part.outcome === 'unknown') unknown ??= { ...part, error: `${where}: ${part.error}` };
    else busy ??= { ...part, error: `${where}: ${part.error}` };
  }
  if (unknown) return unknown;
  if (!busy) return { outcome: 'accepted', refs };
  const wasSent = parts.some(({ outcome }) => outcome === 'accepted');
  return wasSent ? { outcome: 'unknown', error: busy.error } : busy;
}

/**
 * Follows the parts of one message.
 * @param settle is called with its outcome once all its parts are settled.
 * @param settleLate is called with its final outcome, where parts were answered late.
 */
export function followParts(
  count: number,
  settle: (outcome: SubmitResult) => void,
  settleLate: (outcome: SubmitResult) => void,
) {
  const outcomes = new Array<SubmitResult>(count);
  let open = count;
  return (index: number) => ({
    settle: (outcome: SubmitResult): void => {
      outcomes[index] = outcome;
      open -= 1;
      if (open === 0) settle(combineParts(outcomes));
    },
    settleLate: (outcome: SubmitResult): void => {
      outcomes[index] = outcome;
      if (open > 0) return;
      const combined = combineParts(outcomes);
      if (combined.outcome !== 'unknown') settleLate(combined);
    },
  });
}
