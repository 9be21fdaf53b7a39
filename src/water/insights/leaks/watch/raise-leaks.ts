import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/db.ts';
import type { IncidentsTable } from '../../../../db/tables/incident-tables.ts';
import { dayMs } from '../../../../kit/time/units.ts';
import type { Facts } from '../../../incidents/kinds.ts';
import { type Incident, insertIncidents } from '../../../incidents/queries.ts';
import { bringBack, findRecent, sensorKey } from '../../../incidents/raise-incidents.ts';
import { changeLeak } from './leak-queries.ts';
import { followRate } from './leak-rates.ts';

type NewIncident = Insertable<IncidentsTable>;

/** A leak that nights show now and then is no news for a week. */
const noNewsMs = 7 * dayMs;
/** One that goes on is news again once it takes so many times what was told. */
const timesWorse = 2;

/**
 * Raises the leaks of a morning, at most one a sensor. One that is open takes the facts of the morning, with its
 * earlier begin. One that comes back within a week is no news: it is the same leak where it began before the end of
 * the one before, else one of its own, as what the first took is told by its own facts.
 * @returns those that are new, have changed or have come back.
 */
export async function raiseLeaks(trx: Db, found: NewIncident[], now: number): Promise<Incident[]> {
  if (found.length === 0) return [];
  const recent = await findRecent(trx, found, now - noNewsMs);
  const added: NewIncident[] = [];
  const changed: Incident[] = [];
  for (const leak of found) {
    const known = recent.get(sensorKey(leak));
    if (!known || isLongOver(known, now)) added.push(leak);
    else if (known.resolved_at === null) changed.push(...(await goOn(trx, known, leak, now)));
    else if (factsOf(leak).since > known.resolved_at) added.push(asNoNews(leak, known));
    else {
      const facts = JSON.stringify(joinFacts(factsOf(known), factsOf(leak), now));
      const { severity } = leak;
      changed.push(...(await bringBack(trx, known, { facts, severity, now, isNews: false })));
    }
  }
  return added.length > 0 ? [...changed, ...(await insertIncidents(trx, added))] : changed;
}

function isLongOver({ resolved_at, raised_at }: Incident, now: number): boolean {
  return resolved_at !== null && raised_at <= now - noNewsMs;
}

/** Changes an open leak to what is found of it now. */
async function goOn(trx: Db, known: Incident, leak: NewIncident, now: number): Promise<Incident[]> {
  const before = factsOf(known);
  const found = factsOf(leak);
  const told = before.told_percent_per_day ?? before.percent_per_day;
  const isWorse = found.percent_per_day >= timesWorse * told;
  const joined = joinFacts(before, found, now);
  const facts = JSON.stringify(isWorse ? joined : { ...joined, told_percent_per_day: told });
  const isSame = !isWorse && facts === known.facts;
  return isSame ? [] : await changeLeak(trx, known, { facts, ...(isWorse && { raised_at: now }) });
}

function joinFacts(before: Facts['leak'], found: Facts['leak'], now: number): Facts['leak'] {
  const since = Math.min(before.since, found.since);
  return { ...found, since, rates: followRate(before, found, now) };
}

/** A leak that is told in the list alone: it is news no later than the one before, and whoever saw to that saw to it. */
function asNoNews(leak: NewIncident, before: Incident): NewIncident {
  const { raised_at, acknowledged_at, acknowledged_by } = before;
  return { ...leak, raised_at, acknowledged_at, acknowledged_by };
}

function factsOf({ facts }: { facts: string }): Facts['leak'] {
  return JSON.parse(facts);
}
