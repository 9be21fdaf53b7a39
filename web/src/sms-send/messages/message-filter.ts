import { dayMs } from '../../../../src/kit/time/units.ts';
import type { Operations } from '../../api/operations.ts';
import { withQuery } from '../../kit/with-query.ts';
import { type Status, statuses } from '../../sms-account/message-state/message-state.ts';
import { zonedInstant } from '../../words/zoned-instant.ts';

/** Filter of messages as in the screen's address; a field is empty if it does not matter. */
export type MessageFilter = {
  status: Status | '';
  to: string;
  campaign: string;
  /** Calendar days in the account's time zone, inclusive. */
  from: string;
  until: string;
  job: string;
};

export type MessagesQuery = Operations['GET /v1/account/sms/messages']['query'];

export function readFilter(query: Record<string, string>): MessageFilter {
  return {
    status: statuses.find((each) => each === query['status']) ?? '',
    to: query['to'] ?? '',
    campaign: query['campaign'] ?? '',
    from: toDay(query['from']),
    until: toDay(query['until']),
    job: /^\d{1,15}$/.test(query['job_id'] ?? '') ? (query['job_id'] ?? '') : '',
  };
}

export function addressOf({ status, to, campaign, from, until, job }: MessageFilter): string {
  const query = new URLSearchParams();
  const parts = { status, to, campaign, from, until, job_id: job };
  for (const [name, value] of Object.entries(parts)) {
    if (value.trim() !== '') query.set(name, value.trim());
  }
  return withQuery('/sms/messages', query);
}

/** From the first minute of one day to the last of the other. */
export function queryOf(filter: MessageFilter, timeZone: string): MessagesQuery {
  const { status, to, campaign, from, until, job } = filter;
  const beginning = from === '' ? undefined : midnight(from, timeZone);
  const end = until === '' ? undefined : midnight(dayAfter(until), timeZone);
  return {
    ...(status !== '' && { status }),
    ...(to !== '' && { to }),
    ...(campaign !== '' && { campaign }),
    ...(job !== '' && { job_id: Number(job) }),
    ...(beginning && { from: beginning }),
    ...(end && { until: end }),
  };
}

function midnight(day: string, timeZone: string): string | undefined {
  const instant = zonedInstant({ day, time: '00:00' }, timeZone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

function dayAfter(day: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(noon + dayMs).toISOString().slice(0, 10);
}

function toDay(text = ''): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
