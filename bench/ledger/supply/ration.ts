import { day, dayBegins, hour, localDay, minute, secondsAStep, weekday } from '../clock.ts';
import { between, chance, normal, pick, type Random } from '../random.ts';
import type { Supply, SupplyOptions } from './supply.ts';

/** Local days (0 is Sunday) and hours on which the mains are to have pressure; past 24 next morning. */
type Programme = { weekdays: number[]; from: number; to: number };

/** One to three times a week or every night, as rationing programmes by estate go: hours assumed. */
const programmes: Programme[] = [
  { weekdays: [1, 4], from: 4, to: 11 },
  { weekdays: [2, 5], from: 20, to: 30 },
  { weekdays: [0, 3], from: 6, to: 18 },
  { weekdays: [1, 3, 5], from: 5, to: 11 },
  { weekdays: [2, 4, 6], from: 22, to: 29 },
  { weekdays: [0, 1, 2, 3, 4, 5, 6], from: 3, to: 6 },
];

/** Litres an hour that the mains give at worst and at best. */
const [least, most] = [300, 1500];

/**
 * Mains on stated days through a float valve, which closes as the water nears the top and from then
 * on lets in what is drawn, for as long as there is pressure. The flow is drawn so that a week brings
 * 1.1 to 1.8 times what a week takes, as far as 300 to 1,500 litres an hour allow, so tanks do run
 * dry. One time in twelve nothing comes, one in three it is late, one in five it ends early; pressure
 * differs between days and wanders within one, by a new draw every ten minutes. Figures assumed.
 */
export function createRation(options: SupplyOptions): Supply {
  const { random, start } = options;
  const programme = pick(random, programmes);
  const hoursAWeek = programme.weekdays.length * (programme.to - programme.from);
  const wanted = (options.litresADay * 7 * between(random, 1.1, 1.8)) / hoursAWeek;
  const usual = Math.min(most, Math.max(least, wanted));
  const closedPercent = between(random, 95, 99);
  /** A ball valve throttles over the last centimetres: percent of level. */
  const throttleBand = between(random, 1, 3);
  let events = 0;
  let window = nextWindow(random, programme, start);
  let drawPressureAt = 0;
  let pressure = 1;

  const offer = (at: number, percent: number) => {
    if (at >= window.end) {
      window = nextWindow(random, programme, at);
      events += 1;
    }
    if (at < window.begin || window.isDry) return 0;
    if (at >= drawPressureAt) {
      drawPressureAt = at + 10 * minute;
      pressure = 0.7 * pressure + 0.3 * (1 + 0.4 * normal(random));
    }
    const litresAnHour = Math.min(most, Math.max(least, usual * window.strength * pressure));
    const opening = Math.min(1, (closedPercent - percent) / throttleBand);
    return opening < 0.03 ? 0 : (litresAnHour * opening * secondsAStep) / 3600;
  };
  return { offer, events: () => events };
}

/** The next time with pressure whose end is after `at`, as it turns out. */
function nextWindow(random: Random, { weekdays, from, to }: Programme, at: number) {
  let begins = dayBegins(localDay(at) - 1);
  const isOver = () => begins + to * hour <= at + 90 * minute;
  while (isOver() || !weekdays.includes(weekday(localDay(begins)))) begins += day;
  return {
    begin: begins + from * hour + (chance(random, 0.3) ? between(random, 0, 90) * minute : 0),
    end: begins + to * hour - (chance(random, 0.2) ? between(random, 0, 60) * minute : 0),
    isDry: chance(random, 1 / 12),
    strength: between(random, 0.6, 1.15),
  };
}
