import type { Receipt } from './provider.ts';

/**
 * Reads the word by which a delivery report or a receipt tells a message's state, in any spelling: those of Africa's
 * Talking (`Success`, `AbsentSubscriber`), of SMPP (`DELIVRD`) and of networks' gateways (`DeliveredToTerminal`,
 * `Delivery Failure`). `DeliveredToNetwork` and the like mean that it is on its way.
 * @returns undefined for a word that none of them uses.
 */
export function readReportWord(written: string): Receipt['status'] | undefined {
  const word = written.toLowerCase().replace(/[^a-z]/g, '');
  return states.find(([form]) => form.test(word))?.[1];
}

/** The first that fits counts, so that `undelivered` is not read as `delivered`. */
const states: [RegExp, Receipt['status']][] = [
  [/expir/, 'expired'],
  [/reject|blacklist|donotdisturb|cancell?ed/, 'failed'],
  [/fail|unde?li?v|notde?li?v|impossible|absent|unreachable|inactive/, 'undelivered'],
  [/^deliver(ed|y)?to(network|smsc|gateway|operator)|^delivery(uncertain|pending)/, 'pending'],
  [/^(sent|submit|buffer|queue|schedul|enroute|accept|pending|(message)?waiting)/, 'pending'],
  [
    /^(success(ful)?|deliverysuccess(ful)?|de?li?v(e?re?d|rd|d))(ly|fully|success(ful|fully)?|to(terminal|handset|phone|subscriber|device|user))?$/,
    'delivered',
  ],
];
