/** Values of `command_status` (SMPP 3.4, section 5.1.3) that we send or act on. */
export const statuses = {
  ok: 0x00,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  wrongBindState: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  bindFailed: 0x0d,
  wrongPassword: 0x0e,
  wrongSystemId: 0x0f,
  queueFull: 0x14,
  throttled: 0x58,
  invalidSchedule: 0x61,
  invalidExpiry: 0x62,
  temporaryError: 0x64,
} as const;

/** The specification's names, by which an operator finds them in the SMSC's manual. */
const names: Record<number, string> = {
  0: 'ESME_ROK',
  1: 'ESME_RINVMSGLEN',
  2: 'ESME_RINVCMDLEN',
  3: 'ESME_RINVCMDID',
  4: 'ESME_RINVBNDSTS',
  5: 'ESME_RALYBND',
  6: 'ESME_RINVPRTFLG',
  7: 'ESME_RINVREGDLVFLG',
  8: 'ESME_RSYSERR',
  10: 'ESME_RINVSRCADR',
  11: 'ESME_RINVDSTADR',
  12: 'ESME_RINVMSGID',
  13: 'ESME_RBINDFAIL',
  14: 'ESME_RINVPASWD',
  15: 'ESME_RINVSYSID',
  20: 'ESME_RMSGQFUL',
  21: 'ESME_RINVSERTYP',
  67: 'ESME_RINVESMCLASS',
  69: 'ESME_RSUBMITFAIL',
  72: 'ESME_RINVSRCTON',
  73: 'ESME_RINVSRCNPI',
  80: 'ESME_RINVDSTTON',
  81: 'ESME_RINVDSTNPI',
  83: 'ESME_RINVSYSTYP',
  88: 'ESME_RTHROTTLED',
  97: 'ESME_RINVSCHED',
  98: 'ESME_RINVEXPIRY',
  100: 'ESME_RX_T_APPN',
  101: 'ESME_RX_P_APPN',
  102: 'ESME_RX_R_APPN',
  192: 'ESME_RINVOPTPARSTREAM',
  196: 'ESME_RINVOPTPARAMVAL',
  254: 'ESME_RDELIVERYFAILURE',
  255: 'ESME_RUNKNOWNERR',
};

/** Such as `ESME_RTHROTTLED (0x58)`. */
export function describeStatus(status: number): string {
  const code = `0x${status.toString(16).padStart(2, '0')}`;
  const name = names[status];
  return name ? `${name} (${code})` : `status ${code}`;
}

/**
 * The meaning of a status for sending again:
 * - `slow`: too fast, or its queue is full; the whole link is to wait;
 * - `later`: trouble of its own that passes;
 * - `never`: it will answer the same again.
 */
export type Verdict = 'ok' | 'slow' | 'later' | 'never';

export function verdictOn(status: number): Verdict {
  switch (status) {
    case statuses.ok:
      return 'ok';
    case statuses.throttled:
    case statuses.queueFull:
      return 'slow';
    case statuses.systemError:
    case statuses.temporaryError:
    case statuses.wrongBindState:
      return 'later';
    default:
      return 'never';
  }
}
