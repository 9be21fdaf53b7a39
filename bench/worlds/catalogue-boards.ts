/** Worlds in which the board matters, and worlds with several things at once. */
import { type Base, base, every, onChange } from './base.ts';
import { sites } from './sites.ts';

/** Boards: sparse, on change, lossy, doubled, late, wrongly set clocks. */
export const boards: Base[] = [
  base(
    'hourly',
    'house-hourly',
    sites.houseRationed,
    every(60),
    {},
    { noises: [0, 0.3, 1], days: 42 },
  ),
  base('hourly', 'school-hourly', sites.school, every(60), {}, { days: 42 }),
  base('hourly', 'farm-hourly', sites.farmTimer, every(60), {}, { days: 42 }),
  base('hourly', 'hotel-hourly', sites.hotelNightPump, every(60), {}, { days: 42 }),
  base('hourly', 'house-slow-pump-hourly', sites.houseSlowPump, every(60), {}, { days: 42 }),
  base(
    'six-hourly',
    'house-six-hourly',
    sites.houseBowser,
    every(360),
    {},
    { noises: [0, 0.3, 1], days: 84 },
  ),
  base(
    'six-hourly',
    'large-house-six-hourly',
    sites.largeHouseRationed,
    every(360),
    {},
    { days: 84 },
  ),
  base(
    'daily',
    'house-daily',
    sites.houseBowser,
    every(1440),
    {},
    { noises: [0, 0.3, 1], days: 126 },
  ),
  base('daily', 'house-no-inflow-daily', sites.houseNoInflowLarge, every(1440), {}, { days: 56 }),
  base(
    'on-change',
    'house-change-1-heartbeat-1h',
    sites.house,
    onChange(1, 1),
    {},
    { noises: [0, 0.3, 1] },
  ),
  base(
    'on-change',
    'house-change-2-heartbeat-6h',
    sites.houseRationed,
    onChange(2, 6),
    {},
    { noises: [0, 0.3, 1] },
  ),
  base('on-change', 'large-house-change-1-no-heartbeat', sites.largeHouse, onChange(1, null)),
  base('on-change', 'house-change-2-no-heartbeat', sites.house, onChange(2, null, 5)),
  base('on-change', 'school-change-1-rounded', sites.school, onChange(1, 12), { roundPercent: 1 }),
  base('on-change', 'farm-change-2-heartbeat-4h', sites.farmTimer, onChange(2, 4)),
  base('on-change', 'clinic-change-1-heartbeat-2h', sites.clinic, onChange(1, 2)),
  base('lossy', 'house-sleep-loss-5-15min', sites.houseRationed, every(15, { lossRate: 0.05 })),
  base('lossy', 'large-house-sleep-loss-15-10min', sites.largeHouse, every(10, { lossRate: 0.15 })),
  base('lossy', 'house-sleep-loss-30-15min', sites.house, every(15, { lossRate: 0.3 })),
  base('doubled', 'house-doubled-board-5min', sites.house, every(5, { doubledRate: 0.3 })),
  base(
    'doubled',
    'house-doubled-server-5min',
    sites.house,
    every(5, { doubledRate: 0.3, stamps: 'server' }),
  ),
  base(
    'doubled',
    'house-all-doubled-15min',
    sites.houseRationed,
    every(15, { doubledRate: 1, stamps: 'server' }),
  ),
  base(
    'doubled',
    'idle-doubled-5min',
    sites.idleHalf,
    every(5, { doubledRate: 0.5, stamps: 'server' }),
  ),
  base(
    'buffered',
    'house-buffered-5min',
    sites.house,
    every(5, { outages: { perWeek: 3, hoursFrom: 2, hoursTo: 14, buffered: true } }),
  ),
  base(
    'buffered',
    'hotel-buffered-10min',
    sites.hotel,
    every(10, { outages: { perWeek: 2, hoursFrom: 2, hoursTo: 10, buffered: true } }),
  ),
  base(
    'outage',
    'house-outage-5min',
    sites.houseRationed,
    every(5, { outages: { perWeek: 3, hoursFrom: 2, hoursTo: 12, buffered: false } }),
  ),
  base(
    'outage',
    'school-outage-10min',
    sites.schoolRationed,
    every(10, { outages: { perWeek: 2, hoursFrom: 3, hoursTo: 20, buffered: false } }),
  ),
  base('clock', 'house-clock-lags-5min', sites.house, every(5, { clockErrorSeconds: -420 })),
  base('clock', 'house-local-as-utc-10min', sites.houseRationed, every(10, { localAsUtc: true })),
];

/** Several things at once, as most installations are. */
export const together: Base[] = [
  base(
    'combined',
    'farm-solar-board',
    sites.farmByHand,
    every(15, {
      lossRate: 0.15,
      outages: { perWeek: 1, hoursFrom: 5, hoursTo: 12, buffered: false },
    }),
    {
      roundCm: 1,
      driftPercent: 1,
    },
  ),
  base('combined', 'apartments-float-rounded', sites.apartments, onChange(1, 1), {
    stickPercent: 2,
    roundPercent: 1,
  }),
  base('combined', 'house-cheap-ultrasonic', sites.houseRationed, every(10, { lossRate: 0.08 }), {
    roundCm: 1,
    driftPercent: 0.6,
    zeroRate: 0.003,
    falseEcho: { rate: 0.001, longest: 2 },
  }),
  base('combined', 'hotel-averaged-ripple', sites.hotel, every(5), {
    filter: { type: 'average', samples: 5, everyMinutes: 1 },
    ripplePercent: 1.5,
    roundPercent: 0.5,
  }),
  base(
    'combined',
    'kiosk-sleepy-board',
    sites.kiosk,
    every(15, { lossRate: 0.1, doubledRate: 0.05, stamps: 'server' }),
    {
      noise: { type: 'lasting', tauMinutes: 20 },
      roundPercent: 1,
    },
  ),
];
