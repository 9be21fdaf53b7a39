import type { Random } from './dice.ts';

export type NetworkSpec = {
  /** Share of requests that are lost, and of answers. */
  loss: number;
  /** Silences a week, each of 1 to 8 hours. */
  cutsPerWeek?: number;
  /** Share of runs amid which the network goes for 1 to 8 hours. */
  cutsAmidRuns?: number;
};

export type Network = {
  isCut: (minute: number) => boolean;
  /** What becomes of a request now. */
  fate: (minute: number) => 'arrives' | 'request lost' | 'answer lost';
  /** Lets a minute pass, at which a run may have begun. */
  pass: (minute: number, runBegins: boolean) => void;
};

export function createNetwork(spec: NetworkSpec, random: Random): Network {
  let cut = { from: -1, until: -1 };
  const isCut = (minute: number) => minute >= cut.from && minute < cut.until;
  const cutFrom = (from: number) => {
    if (cut.until < from) cut = { from, until: from + 60 + Math.floor(420 * random()) };
  };
  return {
    isCut,
    fate: (minute) => {
      if (isCut(minute) || random() < spec.loss) return 'request lost';
      return random() < spec.loss ? 'answer lost' : 'arrives';
    },
    pass: (minute, runBegins) => {
      if (random() < (spec.cutsPerWeek ?? 0) / 10_080) cutFrom(minute);
      if (runBegins && random() < (spec.cutsAmidRuns ?? 0)) {
        cutFrom(minute + 1 + Math.floor(20 * random()));
      }
    },
  };
}
