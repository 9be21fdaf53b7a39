/** What a pump takes its water from. */
export type SourceSpec =
  | { kind: 'river' }
  /** Water in these hours of the day: `[from, until)`. */
  | { kind: 'mains'; hours: readonly (readonly [number, number])[] }
  /** Holds `litres`, gains `perMinute`; once it sucks air it must gain a quarter of its litres first. */
  | { kind: 'well'; litres: number; perMinute: number }
  /** Another tank with a float valve, filled from the mains, with a sensor of its own. */
  | {
      kind: 'ground';
      litres: number;
      perMinute: number;
      hours: readonly (readonly [number, number])[];
    };

export type Source = {
  /** True if a pump would get water in this minute. */
  hasWater: () => boolean;
  /** Takes up to so many litres; @returns what it gives. */
  take: (litres: number) => number;
  /** Lets a minute pass. */
  pass: (minuteOfDay: number) => void;
  /** Litres that are kept in it; infinite in a river. */
  litres: () => number;
  /** Litres that came into it so far. */
  gained: () => number;
};

const isWithin = (hours: readonly (readonly [number, number])[], minuteOfDay: number) =>
  hours.some(([from, until]) => minuteOfDay >= from * 60 && minuteOfDay < until * 60);

export function createSource(spec: SourceSpec): Source {
  switch (spec.kind) {
    case 'river':
      return endless(() => true);
    case 'mains':
      return endless((minuteOfDay) => isWithin(spec.hours, minuteOfDay));
    case 'well':
      return kept(spec.litres, spec.litres / 4, () => spec.perMinute);
    case 'ground':
      return kept(spec.litres, 0, (minuteOfDay) =>
        isWithin(spec.hours, minuteOfDay) ? spec.perMinute : 0,
      );
  }
}

function endless(runsAt: (minuteOfDay: number) => boolean): Source {
  let runs = runsAt(0);
  return {
    hasWater: () => runs,
    take: (litres) => (runs ? litres : 0),
    pass: (minuteOfDay) => {
      runs = runsAt(minuteOfDay);
    },
    litres: () => Number.POSITIVE_INFINITY,
    gained: () => Number.POSITIVE_INFINITY,
  };
}

function kept(holds: number, againFrom: number, inflow: (minuteOfDay: number) => number): Source {
  let litres = holds;
  let gained = 0;
  let sucksAir = false;
  return {
    hasWater: () => !sucksAir,
    take: (wanted) => {
      if (sucksAir) return 0;
      const given = Math.min(wanted, litres);
      litres -= given;
      if (given < wanted) sucksAir = true;
      return given;
    },
    pass: (minuteOfDay) => {
      const more = Math.min(inflow(minuteOfDay), holds - litres);
      litres += more;
      gained += more;
      if (sucksAir && litres > Math.max(againFrom, holds / 50)) sucksAir = false;
    },
    litres: () => litres,
    gained: () => gained,
  };
}
