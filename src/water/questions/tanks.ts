import type { Language } from '../../accounts/language.ts';
import type { Db } from '../../db/db.ts';
import { may, roleOfRank } from '../access.ts';
import { isOnline } from '../presence.ts';
import { oldLevelMs } from '../pumps/pump-automation.ts';
import { unpackPump } from '../pumps/pump-state.ts';
import { tankName } from '../tank-name.ts';
import { believedLevel } from '../tank-shapes/believed-level.ts';
import { type Asker, findTankRows } from './queries.ts';
import type { AnswerTank } from './wording/answer.ts';

/** Tank that a person may ask about. */
export type Tank = AnswerTank &
  Named & {
    deviceId: number;
    /** True if the person may switch its pump. */
    isOperable: boolean;
    hasPump: boolean;
    /** True if the server steers its pump. */
    isSteered: boolean;
  };

/** Finds the tanks that a person may ask about; the lesser of the person's and the account's role counts. */
export async function findTanksOf(
  db: Db,
  asker: Asker,
  { now, onlineMs, language }: { now: number; onlineMs: number; language: Language },
): Promise<Tank[]> {
  const rows = await findTankRows(db, asker);
  const sensors = Map.groupBy(rows, ({ device_id }) => device_id);
  const nameless = new Set(
    rows.filter(({ device_name }) => device_name === null).map(({ device_id }) => device_id),
  );
  const isOnlyNameless = nameless.size <= 1;
  return rows.map((row) => {
    const naming = { name: row.device_name, macOrSerial: row.mac_or_serial };
    const device = tankName(naming, language, {
      isAlone: isOnlyNameless,
      isOwn: roleOfRank(row.person_role) === 'owner',
    });
    const isAlone = sensors.get(row.device_id)?.length === 1;
    return {
      deviceId: row.device_id,
      device,
      identifier: row.mac_or_serial,
      sensorName: row.sensor_name,
      label: isAlone ? device : `${device}, ${row.sensor_name}`,
      ...believedLevel(row, row.capacity),
      measuredAt: row.recorded_at,
      isOnline: isOnline(row, now, onlineMs),
      isOld: row.recorded_at !== null && row.recorded_at <= now - oldLevelMs,
      isPumpOn: unpackPump(row.pump_state).onSince !== undefined,
      isOperable: may(Math.min(row.person_role, row.account_role), 'operate'),
      hasPump: row.pump !== null || row.pump_state !== null,
      isSteered: row.auto_on_below !== null,
    };
  });
}

/** Sorts the emptiest first: they matter most where there is no room for all. */
export function emptiestFirst(tanks: readonly Tank[]): Tank[] {
  const levelOf = ({ level }: Tank) => level ?? Number.POSITIVE_INFINITY;
  return tanks.toSorted((a, b) => (levelOf(a) < levelOf(b) ? -1 : levelOf(a) > levelOf(b) ? 1 : 0));
}

/** Names of a tank: by its device, by its sensor, or by both. */
export type Named = {
  device: string;
  /** The MAC or serial number, which a label shows. */
  identifier?: string;
  sensorName: string;
  label: string;
};

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

function namesOf({ device, identifier, sensorName, label }: Named): string[] {
  return [label, `${device} ${sensorName}`, device, identifier ?? '', sensorName].map(plain);
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
