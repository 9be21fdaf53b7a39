/** Names of a tank: by its device, by its sensor, or by both. */
export type Named = { device: string; sensorName: string; label: string };

/**
 * Finds the tanks that a name means: those of this name, else those with a word that begins so, else those
 * with the text anywhere in their name.
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

/** Removes case, accents and punctuation, which people leave out on a phone. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
