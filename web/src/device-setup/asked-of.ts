/** A MAC that was typed whole, in any of its forms: a part of one would ask for another board. */
const wholeMac =
  /^(?:[0-9a-f]{2}([:-]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})$/i;

/** What a typed text names for sure, or undefined; a serial only once its field was left. */
export function askedOf(text: string, isLeft: boolean): string | undefined {
  const trimmed = text.trim();
  const isWhole = wholeMac.test(trimmed) || (isLeft && /^[\w.-]{4,64}$/.test(trimmed));
  return isWhole ? trimmed : undefined;
}
