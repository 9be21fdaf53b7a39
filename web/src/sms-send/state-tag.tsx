import { type Stage, type Status, stageOf } from '../sms-account/message-state/message-state.ts';
import { stateName } from '../sms-account/message-state/state-words.ts';
import { say } from '../sms-account/message-state/words.ts';
import './sms-send.css';

/** Outlines on a grid of 16, which show the state without its colour. */
const shapes: Record<Status, string> = {
  scheduled: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.5l2.5 1.5',
  queued: 'M3 8h.01M8 8h.01M13 8h.01',
  sending: 'M2 8h11M9 4l4 4-4 4',
  unknown: 'M5.5 5.5a2.5 2.5 0 1 1 3.6 2.2C8.3 8.2 8 8.8 8 10M8 13h.01',
  sent: 'M3 8.5l3.5 3.5L13 4.5',
  delivered: 'M1 8.5L4.5 12 10 4.5M8 11.5l.5.5L15 4.5',
  undelivered: 'M4 4l8 8M12 4l-8 8',
  failed: 'M8 2L1.5 14h13zM8 6.5v3.5M8 12h.01',
  expired: 'M4 2h8M4 14h8M5 2c0 4 6 8 6 12M11 2c0 4-6 8-6 12',
  cancelled: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM4 4l8 8',
};

const looks: Record<Stage, string> = {
  waiting: '',
  away: 'sms-send-away',
  good: 'tag-good',
  bad: 'tag-danger',
  back: '',
};

/** True if a provider has taken the message. */
const wasCarried = (status: Status) =>
  status === 'sent' || status === 'delivered' || status === 'undelivered';

/** The simulator is named if no network carried the message. */
export function StateTag({ status, isSimulated }: { status: Status; isSimulated?: boolean }) {
  return (
    <span class={`tag ${looks[stageOf(status)]}`}>
      <svg class="sms-send-shape" viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[status]} />
      </svg>
      {stateName[status]()}
      {isSimulated && wasCarried(status) && ` · ${say.simulator()}`}
    </span>
  );
}
