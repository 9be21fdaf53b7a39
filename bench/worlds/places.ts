/** Draws of schools, clinics, fields, water kiosks. */
import { DAY_MINUTES } from './clock.ts';
import { around, momentOf, pour, type Site, weekday } from './pour.ts';
import { rainBefore } from './weather.ts';

/**
 * A day school: 5 to 10 l a pupil (the Kenyan design figure is 25 l with flush toilets, 5 without; from memory).
 * Nothing at weekends but a caretaker.
 */
export function school(site: Site, pupils: number): void {
  const { chance, demand } = site;
  // Hour, minutes it lasts, share of the pupils who draw.
  const breaks = [
    [7.4, 20, 0.15],
    [10.3, 30, 0.7],
    [12.8, 65, 1],
    [15.6, 30, 0.5],
  ] as const;
  for (let day = 0; day < site.days; day += 1) {
    const name = weekday(site, day);
    if (name === 0 || name === 6) {
      const visits = chance.whole(1, 5);
      const hours = [0, 0, 0, 0, 0, 0, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 0, 0, 0, 0, 0];
      for (let i = 0; i < visits; i += 1) {
        pour(demand, momentOf(site, day, hours), chance.between(5, 20), chance.between(6, 10));
      }
      continue;
    }
    const present = pupils * chance.between(0.85, 1);
    for (const [hour, length, share] of breaks) {
      const draws = chance.count(present * share);
      const begins = around(site, day, hour, 2);
      for (let i = 0; i < draws; i += 1) {
        const at = begins + length * Math.min(chance.unit(), chance.unit() + 0.2);
        const litres = chance.happens(0.25) ? chance.between(5, 8) : chance.between(0.5, 2.5);
        pour(demand, at, litres, chance.between(5, 9));
      }
    }
    // Kitchen: tea and lunch in large pots, then the dishes; cleaning after lessons.
    for (const hour of [6.3, 7.5, 9, 11, 14.2]) {
      pour(
        demand,
        around(site, day, hour, 12),
        present * chance.between(0.15, 0.4),
        chance.between(8, 12),
      );
    }
    pour(
      demand,
      around(site, day, 16.2, 10),
      present * chance.between(0.3, 0.7),
      chance.between(8, 14),
    );
  }
}

/** A clinic: out-patients Monday to Saturday, cleaning twice a day, a ward with a few people at all hours. */
export function clinic(site: Site, patients: number): void {
  const { chance, demand } = site;
  const open = [0, 0, 0, 0, 0, 0, 0.5, 2, 5, 6, 6, 6, 5, 3, 4, 4, 3, 1, 0.3, 0.2, 0, 0, 0, 0];
  const ward = [1, 0.7, 0.7, 0.7, 1, 3, 4, 4, 3, 2, 2, 2, 3, 2, 2, 2, 2, 3, 4, 4, 3, 2, 1.5, 1];
  for (let day = 0; day < site.days; day += 1) {
    const name = weekday(site, day);
    const seen = name === 0 ? patients * 0.15 : name === 6 ? patients * 0.6 : patients;
    const visits = chance.count(seen * 3);
    for (let i = 0; i < visits; i += 1) {
      const litres = chance.happens(0.3) ? chance.between(6, 9) : chance.between(0.7, 4);
      pour(demand, momentOf(site, day, open), litres, chance.between(4, 9));
    }
    const inside = chance.count(patients * 0.9);
    for (let i = 0; i < inside; i += 1) {
      pour(demand, momentOf(site, day, ward), chance.between(2, 15), chance.between(5, 10));
    }
    for (const hour of [6.8, 17.2]) {
      pour(demand, around(site, day, hour, 15), chance.between(60, 140), chance.between(8, 12));
    }
    if (name !== 0) {
      // Linen and the autoclave.
      let at = around(site, day, 9, 30);
      for (let i = 0; i < 4; i += 1)
        at = pour(demand, at, chance.between(30, 60), 10) + chance.between(15, 40);
    }
  }
}

export type Watering = {
  /** Flow of the whole drip system, l/min. 1,000 drippers of 1 to 2 l/h draw 17 to 33 l/min. */
  litresPerMinute: number;
  /** Clock times at which watering starts, e.g. [6, 17]. */
  hours: readonly number[];
  /** Hours that each watering lasts. */
  lasts: number;
  /** Blocks watered one after the other; the flow of each differs by up to a tenth. */
  blocks: number;
  /** A timer keeps the minute; a person is 15 minutes early or late. */
  timer: boolean;
};

/** Irrigation: long steady draws; none on the day after rain (timers know nothing of rain). */
export function irrigation(site: Site, watering: Watering): void {
  const { chance, demand } = site;
  const flows = Array.from(
    { length: watering.blocks },
    () => watering.litresPerMinute * chance.between(0.9, 1.1),
  );
  for (let day = 0; day < site.days; day += 1) {
    for (const hour of watering.hours) {
      let at = watering.timer ? day * DAY_MINUTES + hour * 60 : around(site, day, hour, 15);
      if (!watering.timer && rainBefore(site.rain, Math.max(0, Math.floor(at))) > 5) continue;
      if (!watering.timer && weekday(site, day) === 0 && chance.happens(0.5)) continue;
      for (const flow of flows) {
        // Filters clog and are rinsed: the flow of the day is within 3 %.
        const rate = flow * (1 + 0.03 * Math.max(-2, Math.min(2, chance.normal())));
        at = pour(demand, at, (rate * watering.lasts * 60) / watering.blocks, rate);
        at += watering.timer ? 0 : chance.between(1, 4);
      }
    }
    // The farm hand's tap.
    const visits = chance.count(3);
    for (let i = 0; i < visits; i += 1) {
      pour(
        demand,
        day * DAY_MINUTES + chance.between(6.5, 18) * 60,
        chance.between(5, 20),
        chance.between(6, 10),
      );
    }
  }
}

/** A kiosk: jerrycans of 20 l (some of 10) one after the other at one tap of 14 to 20 l/min, all day; fewer on Sunday. */
export function kiosk(site: Site, cans: number): void {
  const { chance, demand } = site;
  const hours = [0, 0, 0, 0, 0, 0.5, 6, 8, 7, 5, 4, 4, 4, 4, 4, 5, 7, 8, 4, 0.5, 0, 0, 0, 0];
  for (let day = 0; day < site.days; day += 1) {
    const mean = cans * (weekday(site, day) === 0 ? 0.6 : 1) * chance.between(0.75, 1.25);
    const arrivals = Array.from({ length: chance.count(mean) }, () =>
      momentOf(site, day, hours),
    ).sort((a, b) => a - b);
    let free = 0;
    for (const arrival of arrivals) {
      const litres = chance.happens(0.85) ? 20 : 10;
      const begins = Math.max(arrival, free);
      free = pour(demand, begins, litres, chance.between(14, 20)) + chance.between(0.2, 0.6);
    }
  }
}
