/** Worlds in which the premises matter. */
import { type Base, base, every, onChange } from './base.ts';
import { sites } from './sites.ts';

/** The premises, read plainly: white noise, each 5 or 15 minutes. */
export const plain: Base[] = [
  base('mixed', 'house-pump-1min', sites.house, every(1)),
  base('mixed', 'house-pump-5min', sites.house, every(5), {}, { noises: [0, 0.3, 1] }),
  base('mixed', 'house-pump-15min', sites.house, every(15)),
  base('mixed', 'house-small-tank-5min', sites.houseSmallTank, every(5)),
  base('mixed', 'house-tiny-tank-5min', sites.houseTinyTank, every(5)),
  base('mixed', 'house-night-mains-10min', sites.houseNightMains, every(10)),
  base('mixed', 'large-house-5min', sites.largeHouse, every(5), {}, { noises: [0, 0.3, 1] }),
  base('mixed', 'large-house-rationed-15min', sites.largeHouseRationed, every(15)),
  base('mixed', 'clinic-5min', sites.clinic, every(5)),
  base('mixed', 'clinic-rationed-10min', sites.clinicRationed, every(10)),
  base('mixed', 'apartments-5min', sites.apartments, every(5)),
  base('municipal', 'house-rationed-5min', sites.houseRationed, every(5)),
  base('municipal', 'kiosk-rationed-10min', sites.kiosk, every(10)),
  base('kiosk', 'kiosk-bowser-5min', sites.kioskBowser, every(5)),
  base('bowser', 'house-bowser-10min', sites.houseBowser, every(10)),
  base('rain', 'house-rain-15min', sites.houseRain, every(15)),
  base('rain', 'school-rain-10min', sites.schoolRain, every(10)),
  base('school', 'school-pump-5min', sites.school, every(5), {}, { noises: [0, 0.3, 1] }),
  base('school', 'school-rationed-10min', sites.schoolRationed, every(10)),
  base('school', 'school-bowser-15min', sites.schoolBowser, every(15)),
  base('hotel', 'hotel-pump-1min', sites.hotel, every(1)),
  base('hotel', 'hotel-pump-5min', sites.hotel, every(5), {}, { noises: [0, 0.3, 1] }),
  base('hotel', 'hotel-small-5min', sites.hotelSmall, every(5)),
  base('hotel', 'hotel-night-pump-10min', sites.hotelNightPump, every(10)),
  base('irrigation', 'farm-timer-5min', sites.farmTimer, every(5), {}, { noises: [0, 0.3, 1] }),
  base('irrigation', 'farm-by-hand-10min', sites.farmByHand, every(10)),
  base('irrigation', 'farm-long-15min', sites.farmLong, every(15)),
  base('overlap', 'farm-overlap-5min', sites.farmOverlap, every(5)),
  base('overlap', 'house-timer-5min', sites.houseTimer, every(5)),
  base('overlap', 'farm-same-hours-5min', sites.farmSameHours, every(5), {}, { unknowable: true }),
  base(
    'slow-pump',
    'house-slow-pump-5min',
    sites.houseSlowPump,
    every(5),
    {},
    { noises: [0, 0.3, 1] },
  ),
  base('slow-pump', 'house-solar-5min', sites.houseSolar, every(5)),
  base('slow-pump', 'house-slow-pump-rounded-10min', sites.houseSlowPump, every(10), {
    roundPercent: 1,
  }),
  base('spilling', 'house-by-hand-5min', sites.houseByHand, every(5)),
  base(
    'mains',
    'house-mains-5min',
    sites.houseMains,
    every(5),
    {},
    { unknowable: true, noises: [0, 0.3, 1] },
  ),
  base('mains', 'hotel-mains-5min', sites.hotelMains, every(5), {}, { unknowable: true }),
  base('mains', 'apartments-mains-1min', sites.apartmentsMains, every(1), {}, { unknowable: true }),
  base('leak', 'house-drip-5min', sites.houseDrip, every(5)),
  base('leak', 'house-cistern-5min', sites.houseCistern, every(5)),
  base('burst', 'house-burst-5min', sites.houseBurst, every(5)),
  base('burst', 'large-house-burst-15min', sites.largeHouseBurst, every(15)),
  base('emptying', 'house-no-inflow-15min', sites.houseNoInflow, every(15), {}, { days: 21 }),
];

/** Tanks from which nobody draws: whatever is booked is wrong. */
export const idle: Base[] = [
  base('idle', 'idle-1min', sites.idleHalf, every(1), {}, { noises: [0, 0.3, 1] }),
  base('idle', 'idle-5min', sites.idleHalf, every(5), {}, { noises: [0, 0.3, 1] }),
  base('idle', 'idle-15min', sites.idleHalf, every(15)),
  base('idle', 'idle-hourly', sites.idleHalf, every(60), {}, { days: 42 }),
  base('idle', 'idle-full-5min', sites.idleFull, every(5)),
  base('idle', 'idle-small-rounded-5min', sites.idleSmall, every(5), { roundPercent: 1 }),
  base('idle', 'idle-lasting-5min', sites.idleHalf, every(5), {
    noise: { type: 'lasting', tauMinutes: 10 },
  }),
  base('idle', 'idle-lasting-1min', sites.idleHalf, every(1), {
    noise: { type: 'lasting', tauMinutes: 30 },
  }),
  base('idle', 'idle-drift-15min', sites.idleHalf, every(15), { driftPercent: 1 }),
  base('idle', 'idle-on-change', sites.idleHalf, onChange(1, 6)),
  base('idle', 'idle-zeros-5min', sites.idleHalf, every(5), { zeroRate: 0.01 }),
  base('idle', 'idle-false-echo-5min', sites.idleHalf, every(5), {
    falseEcho: { rate: 0.004, longest: 4 },
  }),
  base('idle-rain', 'idle-rain-15min', sites.idleRain, every(15)),
  base('leak', 'idle-drip-15min', sites.idleDrip, every(15)),
];
