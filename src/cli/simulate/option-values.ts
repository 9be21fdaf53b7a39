/** Which numbers an option takes; `default` null means that it may be left open. */
export interface NumberRule {
  default: number | null;
  min: number;
  max: number;
  whole?: true;
}

/** An option's number, a decimal or a fraction such as 1/60; what is wrong goes into `errors`. */
export function readNumber(
  name: string,
  text: string | undefined,
  rule: NumberRule,
  errors: string[],
): number | null {
  if (text === undefined) return rule.default;
  const value = parseDecimalOrFraction(text);
  const isRight =
    value !== null &&
    value >= rule.min &&
    value <= rule.max &&
    (rule.whole !== true || Number.isInteger(value));
  if (isRight) return value;
  const noun = rule.whole === true ? 'a whole number' : 'a number';
  errors.push(`--${name} must be ${noun} from ${rule.min} to ${rule.max}, not '${text}'`);
  return rule.default;
}

function parseDecimalOrFraction(text: string): number | null {
  const match = /^(-?\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/.exec(text);
  if (match === null) return null;
  const value = Number(match[1]) / Number(match[2] ?? 1);
  return Number.isFinite(value) ? value : null;
}
