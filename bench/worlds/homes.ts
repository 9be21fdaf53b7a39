/**
 * Draws of homes. Rates and volumes: basin tap 4 to 8 l/min, kitchen and yard tap 6 to 12 l/min, cistern 6 to 9 l,
 * shower 6 to 9 l/min (UK CIBSE Guide G and maker's figures for low-pressure fittings, from memory). A day comes to
 * about 60 to 120 l a head, as Kenya's Practice Manual for Water Supply Services plans for (75 to 250 l a head
 * for houses with their own connection), from memory.
 */
import { DAY_MINUTES } from './clock.ts';
import { around, momentOf, pour, type Site, weekday } from './pour.ts';
import { rainBefore } from './weather.ts';

/** Weights of the hours for washing and flushing of people who go out to work. */
const HOME = [
  0.3, 0.15, 0.1, 0.1, 0.4, 3, 7, 6, 3, 2, 1.6, 1.6, 2, 2, 1.5, 1.5, 2, 3, 5, 6, 6, 5, 3, 1,
];
/** The same at weekends: later mornings, more at noon. */
const HOME_WEEKEND = [
  0.4, 0.2, 0.1, 0.1, 0.2, 1, 3, 5, 6, 5, 4, 4, 4, 3, 3, 2.5, 3, 3, 4, 5, 5, 4, 3, 1.2,
];
/** When showers are taken. */
const SHOWERS = [
  0, 0, 0, 0, 0.4, 4, 6, 3, 1, 0.4, 0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.5, 1, 2, 3, 4, 3, 1, 0.2,
];

/** One household's day: taps, cisterns, showers, cooking, dishes; laundry when told. */
function householdDay(site: Site, day: number, people: number, laundry: boolean): void {
  const { chance, demand } = site;
  const hours = [0, 6].includes(weekday(site, day)) ? HOME_WEEKEND : HOME;
  const flushes = chance.count(people * 4);
  for (let i = 0; i < flushes; i += 1) {
    pour(demand, momentOf(site, day, hours), chance.between(6, 9), chance.between(5, 8));
  }
  const hands = chance.count(people * 7);
  for (let i = 0; i < hands; i += 1) {
    pour(demand, momentOf(site, day, hours), chance.between(0.5, 3), chance.between(4, 8));
  }
  const showers = chance.count(people * 0.8);
  for (let i = 0; i < showers; i += 1) {
    pour(demand, momentOf(site, day, SHOWERS), chance.between(20, 55), chance.between(6, 9));
  }
  for (const meal of [6.5, 13, 19.5]) {
    if (chance.happens(meal === 13 ? 0.5 : 0.9)) {
      pour(demand, around(site, day, meal, 25), chance.between(3, 8), chance.between(6, 12));
      pour(demand, around(site, day, meal + 1, 30), chance.between(8, 20), chance.between(6, 10));
    }
  }
  if (laundry) {
    // By hand in basins or by machine: three to five fills within about two hours.
    let at = around(site, day, 9.5, 45);
    const fills = chance.whole(3, 5);
    for (let i = 0; i < fills; i += 1) {
      at = pour(demand, at, chance.between(20, 40), chance.between(8, 12));
      at += chance.between(12, 35);
    }
  }
}

/** A house: people at home or at work, laundry on Saturday and often on Wednesday, now and then nobody at home. */
export function house(site: Site, people: number): void {
  let away = 0;
  for (let day = 0; day < site.days; day += 1) {
    if (away === 0 && site.chance.happens(0.02)) away = site.chance.whole(1, 3);
    if (away > 0) {
      away -= 1;
      continue;
    }
    const name = weekday(site, day);
    const laundry = site.chance.happens(name === 6 ? 0.9 : name === 3 ? 0.6 : 0.1);
    householdDay(site, day, people, laundry);
  }
}

/** A large house: family and staff, a garden hose on some dry evenings or mornings, the car on Saturdays. */
export function largeHouse(site: Site, people: number): void {
  const { chance, demand } = site;
  for (let day = 0; day < site.days; day += 1) {
    const name = weekday(site, day);
    householdDay(site, day, people, name === 6 || name === 2 || chance.happens(0.15));
    const evening = chance.happens(0.6);
    const at = around(site, day, evening ? 17.3 : 7, 20);
    const dry = rainBefore(site.rain, Math.max(0, Math.floor(at))) < 4;
    if (dry && chance.happens(0.55)) {
      // A 13 mm hose gives 10 to 18 l/min.
      pour(demand, at, chance.between(20, 55) * 14, chance.between(10, 18));
    }
    if (name === 6 && chance.happens(0.7)) {
      pour(demand, around(site, day, 10.5, 40), chance.between(80, 200), chance.between(8, 14));
    }
  }
}

/** A block of flats: so many households on one roof tank, with their own laundry days. */
export function apartments(site: Site, flats: number): void {
  const people = Array.from({ length: flats }, () => site.chance.whole(1, 5));
  for (let day = 0; day < site.days; day += 1) {
    for (const heads of people) {
      if (site.chance.happens(0.08)) continue;
      householdDay(site, day, heads, site.chance.happens(weekday(site, day) === 6 ? 0.5 : 0.12));
    }
    // The caretaker washes the stairs and the yard.
    if (weekday(site, day) !== 0) {
      pour(site.demand, around(site, day, 8.5, 20), site.chance.between(60, 150), 10);
    }
  }
}

/** A hotel: 150 to 250 l a guest and night with kitchen and laundry; something running at nearly every hour. */
export function hotel(site: Site, rooms: number): void {
  const { chance, demand } = site;
  const evenHours = [
    0.5, 0.3, 0.2, 0.3, 1, 3, 6, 7, 6, 4, 3, 2, 2, 2, 2, 2, 2, 3, 5, 6, 6, 6, 4, 2,
  ];
  const showerHours = [
    0.3, 0.1, 0.1, 0.2, 1, 4, 8, 8, 5, 2, 1, 0.5, 0.5, 0.5, 0.5, 1, 1.5, 3, 5, 6, 6, 5, 3, 1,
  ];
  let filled = chance.between(0.4, 0.9);
  for (let day = 0; day < site.days; day += 1) {
    filled = Math.min(0.95, Math.max(0.3, 0.65 + 0.8 * (filled - 0.65) + 0.09 * chance.normal()));
    const guests = Math.round(rooms * filled * 1.5);
    const small = chance.count(guests * 14);
    for (let i = 0; i < small; i += 1) {
      const litres = chance.happens(0.4) ? chance.between(6, 9) : chance.between(0.7, 5);
      pour(demand, momentOf(site, day, evenHours), litres, chance.between(4, 9));
    }
    const showers = chance.count(guests * 1.3);
    for (let i = 0; i < showers; i += 1) {
      pour(demand, momentOf(site, day, showerHours), chance.between(35, 90), chance.between(7, 11));
    }
    for (const meal of [5.5, 7, 9, 11.5, 13, 15, 18, 19.5, 21.5]) {
      pour(
        demand,
        around(site, day, meal, 20),
        chance.between(40, 140) * (rooms / 30),
        chance.between(8, 14),
      );
    }
    // Laundry machines: 100 to 150 l a load, one after the other in the day.
    let at = day * DAY_MINUTES + chance.between(8, 9) * 60;
    const loads = Math.round((guests / 6) * chance.between(0.8, 1.2));
    for (let i = 0; i < loads; i += 1)
      at = pour(demand, at, chance.between(100, 150), 16) + chance.between(15, 40);
    // Night: urn, boiler, cisterns that do not close, cleaners.
    const night = chance.count(24);
    for (let i = 0; i < night; i += 1) {
      pour(
        demand,
        day * DAY_MINUTES + chance.between(0, 330),
        chance.between(1, 12),
        chance.between(2, 8),
      );
    }
  }
}
