import type { Link } from './link.ts';
import type { Session } from './session.ts';

/** The links of an SMSC, which take turns, as far as each has room and takes more. */
export class Ways {
  readonly #links: readonly Link[];
  #turn = 0;

  constructor(links: readonly Link[]) {
    this.#links = links;
  }

  /** True if a link said within the last seconds that it is asked too much. */
  get isSlowed(): boolean {
    return this.#links.some(({ pace }) => pace.isSlowed());
  }

  /** What the bound links take in a second; without end where one of them has never said. */
  get perSecond(): number {
    const bound = this.#links.filter(({ trouble }) => trouble === undefined);
    if (bound.length === 0) return Number.POSITIVE_INFINITY;
    const rates = bound.map(({ pace }) => pace.perSecond() ?? Number.POSITIVE_INFINITY);
    return rates.reduce((sum, rate) => sum + rate, 0);
  }

  /**
   * The next link with room that takes something now; else the milliseconds until one of those with room
   * does; undefined where none has room.
   */
  next(): { link: Link; session: Session } | { waitMs: number } | undefined {
    let shortestMs = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < this.#links.length; tried += 1) {
      const link = this.#links[this.#turn % this.#links.length];
      this.#turn = (this.#turn + 1) % this.#links.length;
      const session = link?.roomy;
      if (!link || !session) continue;
      const waitMs = link.pace.waitMs();
      if (waitMs === 0) return { link, session };
      shortestMs = Math.min(shortestMs, waitMs);
    }
    return shortestMs === Number.POSITIVE_INFINITY ? undefined : { waitMs: shortestMs };
  }
}
