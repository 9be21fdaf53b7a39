/** A tank as people call it: by its device, by its sensor, or by both. */
export type Named = { device: string; sensorName: string; label: string };

/**
 * The tanks that somebody means by a name: those that are called so, else those of which a word begins
 * so, else those that have it anywhere in their name.
 */
export function findTanks<T extends Named>(tanks: readonly T[], name: string): T[] {
  const wanted = plain(name);
  if (wanted === '') return [];
  const matches: ((called: string) => boolean)[] = [
    (called) => called === wanted,
    (called) => ` ${called}`.includes(` ${wanted}`),
    (called) => called.includes(wanted),
  ];
  for (const isMeant of matches) {
    const found = tanks.filter((tank) => namesOf(tank).some(isMeant));
    if (found.length > 0) return found;
  }
  return [];
}

function namesOf({ device, sensorName, label }: Named): string[] {
  return [plain(label), plain(`${device} ${sensorName}`), plain(device), plain(sensorName)];
}

/** Without case, accents and punctuation, which people leave out where they type with a thumb. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
