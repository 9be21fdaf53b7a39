import type { HeadingKind } from './heading-words.ts';
import { areOfOne, isOfNoName } from './name-headings.ts';

/** Kinds without the names of other people, where headings say whose the number is: a pupil is not the parent. */
export function ofWhomThePhoneIs(
  kinds: (HeadingKind | undefined)[],
  titles: string[],
  phone = -1,
): (HeadingKind | undefined)[] {
  const isOwn = (at: number) => areOfOne(titles[at] ?? '', titles[phone] ?? '');
  const isName = (kind: HeadingKind | undefined) => isWhole(kind) || isPart(kind);
  if (!kinds.some((kind, at) => isName(kind) && isOwn(at))) return kinds;
  return kinds.map((kind, at) => {
    if (!isName(kind)) return kind;
    if (!isOwn(at)) return undefined;
    return kind === 'otherName' ? 'someName' : kind;
  });
}

/** Names in the order in which they count. */
const wholeKinds = ['fullName', 'personName', 'someName'] as const;

function isWhole(kind: HeadingKind | undefined): boolean {
  return kind === 'otherName' || wholeKinds.some((each) => each === kind);
}

function isPart(kind: HeadingKind | undefined): boolean {
  return kind === 'firstName' || kind === 'middleName' || kind === 'lastName';
}

/**
 * Of several whole names that counts whose heading says so in the usual words, then one of a person; of equal ones the
 * nearest to the number. Beside a first and a last name no other words count.
 */
export function nameColumns(kinds: (HeadingKind | undefined)[], phone = 0): number[][] {
  const of = (...wanted: HeadingKind[]) =>
    wanted.flatMap((kind) => [...kinds.keys()].filter((at) => kinds[at] === kind));
  const far = (at: number) => Math.abs(at - phone);
  const nearest = (kind: HeadingKind) => of(kind).sort((a, b) => far(a) - far(b));
  const [isFirst, isLast] = [of('firstName').length > 0, of('lastName').length > 0];
  const usual = isFirst && isLast ? (['fullName'] as const) : wholeKinds;
  const whole = usual.flatMap(nearest).slice(0, 1);
  const parts = of('firstName', 'middleName', 'lastName');
  // "Name" beside "Surname" is a first name.
  const choices = !isFirst && isLast ? [[...whole, ...parts]] : [whole, parts];
  for (const kind of ['shownName', 'nickname', 'company'] as const) {
    choices.push(of(kind).slice(0, 1));
  }
  const found = choices.filter((choice) => choice.length > 0);
  return found.length > 0
    ? found
    : nearest('otherName')
        .slice(0, 1)
        .map((at) => [at]);
}

/** Without a heading for the name: the column beside the number that has letters, after it or before. */
export function nameBeside(records: string[][], phone: number[], titles: string[]): number[][] {
  if (titles.length > 0 && phone.length === 0) return [];
  const [at = 0] = phone;
  const count = (place: number, words: RegExp) =>
    records.filter((row) => words.test(row[place] ?? '')).length;
  const isName = (place: number) =>
    !isOfNoName(titles[place] ?? '') && count(place, /\p{L}{2}/u) > 2 * count(place, /@/);
  const beside = [at + 1, at - 1, at + 2, at - 2].find(
    (place) => place >= 0 && !phone.includes(place) && isName(place),
  );
  return beside === undefined ? [] : [[beside]];
}
