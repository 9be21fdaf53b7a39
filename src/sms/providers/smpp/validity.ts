import type { Logger } from 'pino';
import { decodePdu } from './pdu/decode-pdu.ts';
import { encodePdu } from './pdu/encode-pdu.ts';
import { statuses } from './pdu/statuses.ts';

/** How the time for which a message is good is written; `none` leaves it out. */
export type ValidityForm = 'relative' | 'absolute' | 'none';

/** The refusals of a time, and we send no other: of the validity period, or of what is taken for a schedule. */
const timeRefusals = new Set<number>([statuses.invalidExpiry, statuses.invalidSchedule]);

/**
 * Says whether messages carry their validity period: as it is set, and no more once the SMSC has refused one for it
 * and then taken the same message without it.
 */
export class ValidityRule {
  readonly #form: ValidityForm;
  readonly #log: Logger;
  #isRefused = false;
  /** Frames that were refused with it, and went again without. */
  readonly #without = new WeakSet<Buffer>();

  constructor(form: ValidityForm, log: Logger) {
    this.#form = form;
    this.#log = log;
  }

  /** The form that a message is to be written in now. */
  get form(): ValidityForm {
    return this.#isRefused ? 'none' : this.#form;
  }

  /**
   * Takes note of the answer to a `submit_sm`.
   * @returns the frame to send in its place, where it was refused for its validity period, and so surely not sent.
   */
  onAnswer(frame: Buffer, status: number): Buffer | undefined {
    if (timeRefusals.has(status)) return this.#withoutIt(frame);
    if (status === statuses.ok && !this.#isRefused && this.#without.has(frame)) {
      this.#isRefused = true;
      this.#log.warn(
        'the SMSC takes no validity period; it gets none any more (SMPP_VALIDITY=none)',
      );
    }
    return undefined;
  }

  #withoutIt(frame: Buffer): Buffer | undefined {
    const pdu = decodePdu(frame);
    if (pdu.command !== 'submit_sm' || pdu.validityPeriod === '') return undefined;
    const without = encodePdu({ ...pdu, validityPeriod: '' });
    this.#without.add(without);
    return without;
  }
}

/** Days that any month has, for the relative form counts years and months too. */
const longestRelativeS = 27 * 86_400;
const shortestS = 60;

/**
 * Writes the time that remains (SMPP 3.4, 7.1.1): `relative` holds whatever the SMSC's clock and zone, and is cut
 * at 27 days; `absolute` is in UTC.
 * @param ms what remains, a minute at least.
 */
export function writeValidity(form: ValidityForm, ms: number, now: number): string {
  const seconds = Math.max(shortestS, Math.floor(ms / 1000));
  switch (form) {
    case 'none':
      return '';
    case 'absolute':
      return `${new Date(now + seconds * 1000).toISOString().replace(/\D/g, '').slice(2, 14)}000+`;
    case 'relative':
      return writeRelative(Math.min(longestRelativeS, seconds));
  }
}

function writeRelative(seconds: number): string {
  const fields = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60];
  return `0000${fields.map(twoDigits).join('')}000R`;
}

const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, '0');
