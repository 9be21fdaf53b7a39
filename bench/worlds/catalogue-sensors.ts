/** Worlds in which the sensor matters. */
import { type Base, base, every } from './base.ts';
import { sites } from './sites.ts';

/** Noise that lasts, and boards that average, hold or filter. */
export const lasting: Base[] = [
  base('lasting', 'farm-lasting-15-5min', sites.farmByHand, every(5), {
    noise: { type: 'lasting', tauMinutes: 15 },
  }),
  base('lasting', 'house-solar-lasting-10-5min', sites.houseSolar, every(5), {
    noise: { type: 'lasting', tauMinutes: 10 },
  }),
  base('lasting', 'house-cistern-lasting-20-10min', sites.houseCistern, every(10), {
    noise: { type: 'lasting', tauMinutes: 20 },
  }),
  base('averaging', 'farm-average-12-1min', sites.farmTimer, every(1), {
    filter: { type: 'average', samples: 12, everyMinutes: 1 },
  }),
  base('averaging', 'house-slow-pump-average-6-5min', sites.houseSlowPump, every(5), {
    filter: { type: 'average', samples: 6, everyMinutes: 5 },
  }),
  base('averaging', 'idle-average-6-5min', sites.idleHalf, every(5), {
    filter: { type: 'average', samples: 6, everyMinutes: 5 },
  }),
  base('averaging', 'idle-exponential-10-1min', sites.idleHalf, every(1), {
    filter: { type: 'exponential', tauMinutes: 10, everyMinutes: 1 },
  }),
  base('lasting', 'house-lasting-3-1min', sites.house, every(1), {
    noise: { type: 'lasting', tauMinutes: 3 },
  }),
  base('lasting', 'house-lasting-10-5min', sites.house, every(5), {
    noise: { type: 'lasting', tauMinutes: 10 },
  }),
  base('lasting', 'large-house-lasting-30-5min', sites.largeHouse, every(5), {
    noise: { type: 'lasting', tauMinutes: 30 },
  }),
  base('lasting', 'hotel-lasting-5-1min', sites.hotel, every(1), {
    noise: { type: 'lasting', tauMinutes: 5 },
  }),
  base('averaging', 'house-average-5-1min', sites.house, every(1), {
    filter: { type: 'average', samples: 5, everyMinutes: 1 },
  }),
  base('averaging', 'house-average-6-5min', sites.houseRationed, every(5), {
    filter: { type: 'average', samples: 6, everyMinutes: 5 },
  }),
  base('averaging', 'school-average-10-1min', sites.school, every(1), {
    filter: { type: 'average', samples: 10, everyMinutes: 1 },
  }),
  base('averaging', 'house-exponential-8-1min', sites.house, every(1), {
    filter: { type: 'exponential', tauMinutes: 8, everyMinutes: 1 },
  }),
  base('averaging', 'clinic-exponential-20-5min', sites.clinic, every(5), {
    filter: { type: 'exponential', tauMinutes: 20, everyMinutes: 1 },
  }),
  base('holding', 'house-hold-10-1min', sites.house, every(1), {
    filter: { type: 'hold', minutes: 10 },
  }),
  base('holding', 'large-house-hold-30-5min', sites.largeHouse, every(5), {
    filter: { type: 'hold', minutes: 30 },
  }),
  base('holding', 'idle-hold-15-1min', sites.idleHalf, every(1), {
    filter: { type: 'hold', minutes: 15 },
  }),
];

/** Steps, blind zones, false values. */
export const faults: Base[] = [
  base(
    'rounded',
    'house-1-percent-5min',
    sites.house,
    every(5),
    { roundPercent: 1 },
    { noises: [0, 0.3, 1] },
  ),
  base(
    'rounded',
    'large-house-half-percent-5min',
    sites.largeHouse,
    every(5),
    { roundPercent: 0.5 },
    { noises: [0, 0.3, 1] },
  ),
  base(
    'rounded',
    'house-1-cm-10min',
    sites.houseRationed,
    every(10),
    { roundCm: 1 },
    { noises: [0, 0.3, 1] },
  ),
  base(
    'rounded',
    'idle-drip-1-cm-15min',
    sites.idleDrip,
    every(15),
    { roundCm: 1 },
    { noises: [0, 0.3] },
  ),
  base('dead-zone', 'house-dead-full-5min', sites.house, every(5), {
    deadZone: { blindCm: 22, headAboveFullCm: 6, shows: 'full' },
  }),
  base('dead-zone', 'house-dead-zero-5min', sites.houseRationed, every(5), {
    deadZone: { blindCm: 22, headAboveFullCm: 8, shows: 'zero' },
  }),
  base('dead-zone', 'school-dead-multiple-10min', sites.schoolRationed, every(10), {
    deadZone: { blindCm: 25, headAboveFullCm: 10, shows: 'multiple' },
  }),
  base('rounded', 'hotel-1-percent-5min', sites.hotel, every(5), { roundPercent: 1 }),
  base('rounded', 'house-cistern-1-percent-10min', sites.houseCistern, every(10), {
    roundPercent: 1,
  }),
  base('zeros', 'house-zeros-5min', sites.house, every(5), { zeroRate: 0.01 }),
  base('zeros', 'hotel-zeros-1min', sites.hotelSmall, every(1), { zeroRate: 0.003 }),
  base('half-zero', 'house-half-zero-5min', sites.house, every(5), { everySecondZero: true }),
  base('false-echo', 'house-false-echo-5min', sites.house, every(5), {
    falseEcho: { rate: 0.003, longest: 3 },
  }),
  base('false-echo', 'large-house-false-echo-15min', sites.largeHouseRationed, every(15), {
    falseEcho: { rate: 0.004, longest: 5 },
  }),
  base('drift', 'house-drift-5min', sites.houseRationed, every(5), { driftPercent: 1 }),
  base('drift', 'school-drift-15min', sites.schoolBowser, every(15), { driftPercent: 1 }),
  base('ripple', 'house-ripple-1min', sites.house, every(1), { ripplePercent: 2 }),
  base('ripple', 'apartments-ripple-5min', sites.apartments, every(5), { ripplePercent: 1.5 }),
  base('sticking', 'house-float-5min', sites.house, every(5), { stickPercent: 4 }),
  base('sticking', 'school-float-10min', sites.school, every(10), {
    stickPercent: 3,
    roundPercent: 1,
  }),
];
