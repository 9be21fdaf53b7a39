/** Premises as an installer in Kenya finds them: who draws, from which tank, filled how. */
import type { InflowSpec } from './inflows.ts';
import type { PremisesSpec, Users } from './premises.ts';

const family: Users = { type: 'house', people: 5 };
const couple: Users = { type: 'house', people: 2 };
const drip = (
  hours: number[],
  lasts: number,
  litresPerMinute: number,
  blocks: number,
  timer: boolean,
): Users => ({
  type: 'irrigation',
  hours,
  lasts,
  litresPerMinute,
  blocks,
  timer,
});

/** A pump on a level switch. */
const pump = (startPercent: number, stopPercent: number, percentPerHour: number): InflowSpec => ({
  type: 'switch',
  startPercent,
  stopPercent,
  percentPerHour,
});
/** Rationed mains of an estate, e.g. Monday, Wednesday and Friday from 09:00. */
const rationed = (
  weekdays: number[],
  from: number,
  hours: number,
  percentPerHour: number,
): InflowSpec => ({
  type: 'municipal',
  weekdays,
  from,
  hours,
  percentPerHour,
  fails: 0.1,
});

const site = (capacityLitres: number, users: Users, ...inflows: InflowSpec[]): PremisesSpec => ({
  capacityLitres,
  users,
  inflows,
});

export const sites = {
  /** About 450 l a day from 2,300 l; the pump runs for two hours in every second or third day. */
  house: site(2300, family, pump(40, 95, 30)),
  /** A small tank that the pump fills fast, several times a week. */
  houseSmallTank: site(1000, { type: 'house', people: 3 }, pump(30, 95, 60)),
  /** The smallest tank sold for a roof; a couple. */
  houseTinyTank: site(300, couple, pump(35, 95, 50)),
  /** 5,000 l filled by rationed mains, three days a week. */
  houseRationed: site(5000, family, rationed([1, 3, 5], 9, 7, 12)),
  /** Rationed mains at night only, twice a week. */
  houseNightMains: site(5000, family, rationed([2, 6], 22, 7, 15)),
  /** No mains: a bowser of 5,000 litres when the tank is low. */
  houseBowser: site(
    8000,
    { type: 'house', people: 6 },
    { type: 'bowser', litres: 5000, belowPercent: 30 },
  ),
  /** Roof water first, a bowser when it does not rain. */
  houseRain: {
    ...site(
      10_000,
      family,
      { type: 'rain', roof: 120 },
      { type: 'bowser', litres: 5000, belowPercent: 20 },
    ),
    wet: true,
  } as PremisesSpec,
  /** A borehole pump of 3 % an hour around the clock, stopped by a float switch. */
  houseSlowPump: site(5000, family, { type: 'slow', percentPerHour: 3, solar: false }),
  /** A solar pump that gives 3 % an hour at noon; part of the use falls into the hours of sun. */
  houseSolar: site(8000, family, { type: 'slow', percentPerHour: 3, solar: true }),
  /** Constant mains and a ball valve: nobody can know the use from the level. */
  houseMains: site(2300, family, { type: 'mains', litresPerMinute: 18 }),
  /** A person minds the pump and lets it run over. */
  houseByHand: site(3000, family, {
    type: 'by-hand',
    belowPercent: 45,
    percentPerHour: 35,
    hours: [7, 17.5],
  }),
  /** A timer pumps when the family gets up and when it comes home: filling falls on drawing. */
  houseTimer: site(1500, family, {
    type: 'switch',
    startPercent: 94,
    stopPercent: 97,
    percentPerHour: 18,
    hours: [
      [6, 8.5],
      [18, 20.5],
    ],
  }),
  /** Nothing comes for weeks: the tank only empties, to the bottom and stays there. */
  houseNoInflow: { ...site(6000, { type: 'house', people: 4 }), startPercent: 96 } as PremisesSpec,
  /** The same with a tank that lasts for six weeks. */
  houseNoInflowLarge: {
    ...site(16_000, { type: 'house', people: 4 }),
    startPercent: 96,
  } as PremisesSpec,
  houseDrip: { ...site(2300, family, pump(40, 95, 30)), leakLitresPerHour: 2.5 } as PremisesSpec,
  houseCistern: { ...site(5000, family, pump(30, 95, 25)), leakLitresPerHour: 22 } as PremisesSpec,
  houseBurst: {
    ...site(5000, family, pump(30, 95, 15)),
    burst: { litresPerMinute: 28, repairedAfterHours: 6 },
  } as PremisesSpec,
  largeHouse: site(10_000, { type: 'large-house', people: 8 }, pump(45, 95, 20)),
  largeHouseRationed: site(16_000, { type: 'large-house', people: 8 }, rationed([0, 3], 8, 10, 9)),
  largeHouseBurst: {
    ...site(10_000, { type: 'large-house', people: 8 }, rationed([1, 4], 8, 9, 10)),
    burst: { litresPerMinute: 35, repairedAfterHours: 9 },
  } as PremisesSpec,
  school: site(10_000, { type: 'school', pupils: 320 }, pump(40, 95, 25)),
  schoolRationed: site(24_000, { type: 'school', pupils: 450 }, rationed([2, 4, 6], 6, 11, 6)),
  schoolBowser: site(
    20_000,
    { type: 'school', pupils: 380 },
    { type: 'bowser', litres: 10_000, belowPercent: 35 },
  ),
  schoolRain: {
    ...site(
      24_000,
      { type: 'school', pupils: 300 },
      { type: 'rain', roof: 450 },
      { type: 'bowser', litres: 10_000, belowPercent: 25 },
    ),
    wet: true,
  } as PremisesSpec,
  hotel: site(24_000, { type: 'hotel', rooms: 30 }, pump(45, 95, 20)),
  hotelSmall: site(10_000, { type: 'hotel', rooms: 14 }, pump(50, 95, 30)),
  hotelNightPump: site(
    24_000,
    { type: 'hotel', rooms: 30 },
    {
      type: 'switch',
      startPercent: 90,
      stopPercent: 96,
      percentPerHour: 17,
      hours: [[0, 5]],
    },
  ),
  hotelMains: site(16_000, { type: 'hotel', rooms: 24 }, { type: 'mains', litresPerMinute: 60 }),
  clinic: site(6000, { type: 'clinic', patients: 70 }, pump(50, 95, 25)),
  clinicRationed: site(10_000, { type: 'clinic', patients: 90 }, rationed([1, 3, 5], 20, 8, 9)),
  apartments: site(10_000, { type: 'apartments', flats: 12 }, pump(50, 95, 30)),
  apartmentsMains: site(
    10_000,
    { type: 'apartments', flats: 12 },
    { type: 'mains', litresPerMinute: 35 },
  ),
  kiosk: site(10_000, { type: 'kiosk', cans: 160 }, rationed([1, 2, 3, 4, 5, 6], 22, 6, 14)),
  kioskBowser: site(
    16_000,
    { type: 'kiosk', cans: 130 },
    { type: 'bowser', litres: 10_000, belowPercent: 30 },
  ),
  /** Morning and evening by a timer, the pump between them from 09:30. */
  farmTimer: site(10_000, drip([6, 17], 2.5, 17, 2, true), {
    type: 'switch',
    startPercent: 92,
    stopPercent: 97,
    percentPerHour: 20,
    hours: [[9.5, 15]],
  }),
  /** A person opens the valves; a level switch pumps whenever it is low, often into the watering. */
  farmByHand: site(16_000, drip([6.5, 16.5], 2, 25, 3, false), pump(45, 95, 18)),
  /** One long evening draw of four hours. */
  farmLong: site(24_000, drip([17.5], 4, 33, 1, true), {
    type: 'switch',
    startPercent: 92,
    stopPercent: 97,
    percentPerHour: 12,
    hours: [[8, 15]],
  }),
  /** The pump's timer and the watering's timer are the same: the level shows only the difference. */
  farmSameHours: site(10_000, drip([6, 17], 2.5, 22, 2, true), {
    type: 'switch',
    startPercent: 96,
    stopPercent: 97,
    percentPerHour: 18,
    hours: [
      [6, 9],
      [17, 20],
    ],
  }),
  /** Watering in the morning falls on the pump's last hour; the evening's does not. */
  farmOverlap: site(16_000, drip([6, 17], 2, 25, 1, false), {
    type: 'switch',
    startPercent: 90,
    stopPercent: 97,
    percentPerHour: 14,
    hours: [[3, 7]],
  }),
  idleHalf: { ...site(5000, { type: 'idle' }), startPercent: 55 } as PremisesSpec,
  idleFull: { ...site(10_000, { type: 'idle' }), startPercent: 99.5 } as PremisesSpec,
  idleSmall: { ...site(500, { type: 'idle' }), startPercent: 30 } as PremisesSpec,
  /** Nobody draws, but now and then a shower of rain tops it up. */
  idleRain: {
    ...site(5000, { type: 'idle' }, { type: 'rain', roof: 60 }),
    startPercent: 20,
    wet: true,
  } as PremisesSpec,
  /** Nobody draws, but a tap drips: 1.5 l/h. */
  idleDrip: {
    ...site(3000, { type: 'idle' }),
    startPercent: 85,
    leakLitresPerHour: 1.5,
  } as PremisesSpec,
} satisfies Record<string, PremisesSpec>;
