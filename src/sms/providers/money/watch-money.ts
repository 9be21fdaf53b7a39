import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { NotifyOwner } from '../../../accounts/notices/notices.ts';
import { findAdminIds } from '../../../accounts/queries.ts';
import type { Database } from '../../../db/database.ts';
import type { Component } from '../../../kit/async/components.ts';
import { withDeadline } from '../../../kit/async/deadline.ts';
import { createLoop, type LoopDeps } from '../../../kit/async/loop.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { Provider, SubmitResult } from '../provider.ts';
import {
  findProviderMoney,
  forgetBalance,
  noteBalance,
  noteRefusing,
  noteTaking,
} from './queries.ts';

type MoneyDeps = Required<LoopDeps> & {
  db: Database;
  clock: Clock;
  log: Logger;
  registry: Registry;
  notifyOwner: NotifyOwner;
};

export type MoneyWatch = {
  /** Notes what a provider said of messages; returns at once. */
  note: (provider: string, results: readonly SubmitResult[]) => void;
  /** Creates the loop that asks providers for their balance; undefined where none can be asked. */
  createLoop: (providers: readonly Provider[]) => Component | undefined;
};

const firstMs = secondMs;
const deadlineMs = 2000;

/**
 * Watches the operator's money at the providers: balances that run low, and refusals for want of it. Every
 * process notes both; the database knows what was told already.
 */
export function createMoneyWatch(deps: MoneyDeps): MoneyWatch {
  const { db, clock, log, registry, notifyOwner } = deps;
  const refusals = new Counter({
    name: 'kisima_sms_refusals_for_money_total',
    help: 'Messages that a provider did not take for want of money there.',
    labelNames: ['provider'],
    registers: [registry],
  });
  addBalanceGauge(registry, db);
  /** What this process has noted of each provider last; the database may hold what an earlier one noted. */
  const refusing = new Map<string, boolean>();
  /** Notes are stored in the order in which they were made. */
  let notes: Promise<void> = Promise.resolve();

  const tellAdmins = async (notice: Parameters<NotifyOwner>[1]) => {
    for (const userId of await findAdminIds(db.read)) notifyOwner(userId, notice);
  };

  const noteChange = async (provider: string, error: string | undefined) => {
    if (error === undefined) return await noteTaking(db.write, provider);
    log.warn({ provider, error }, 'a provider takes no messages for want of money');
    const tells = await db.transaction((trx) => noteRefusing(trx, provider, clock()));
    if (tells) await tellAdmins({ kind: 'provider refuses for money', provider, error });
  };

  const note: MoneyWatch['note'] = (provider, results) => {
    const refused = results.filter((each) => each.outcome === 'busy' && each.forMoney);
    const [first] = refused;
    const error = first && 'error' in first ? first.error : undefined;
    if (refused.length > 0) refusals.inc({ provider }, refused.length);
    else if (
      refusing.get(provider) === false ||
      !results.some(({ outcome }) => outcome === 'accepted')
    ) {
      return;
    }
    const isRefusing = error !== undefined;
    if (refusing.get(provider) === isRefusing) return;
    refusing.set(provider, isRefusing);
    notes = notes
      .then(() => noteChange(provider, error))
      .catch((err: unknown) => {
        refusing.delete(provider);
        log.error({ err, provider }, 'the want of money at a provider could not be noted');
      });
  };

  const ask = async ({ name, money }: Provider, signal: AbortSignal) => {
    if (!money) return;
    const answer = await money.ask(signal);
    if (signal.aborted) return;
    if ('error' in answer) {
      log.warn({ provider: name, error: answer.error }, 'the balance at a provider is not known');
      return await forgetBalance(db.write, name);
    }
    const { amount, currency } = answer;
    const now = clock();
    const isToTell = await db.transaction((trx) =>
      noteBalance(trx, name, { amount, currency, now }, money.lowBalance),
    );
    if (!isToTell) return;
    const balance = `${currency} ${amount}`;
    log.warn({ provider: name, balance }, 'the balance at a provider runs low');
    const threshold = money.lowBalance;
    await tellAdmins({ kind: 'provider low', provider: name, balance, threshold });
  };

  return {
    note,
    createLoop: (providers) => {
      const asked = providers.filter(({ money }) => money !== undefined);
      if (asked.length === 0) return undefined;
      return createLoop(deps, {
        name: 'balances at providers',
        firstMs,
        everyMs: Math.min(...asked.map(({ money }) => money?.everyMs ?? Number.POSITIVE_INFINITY)),
        work: async (signal) => {
          for (const provider of asked) await ask(provider, signal);
        },
      });
    },
  };
}

function addBalanceGauge(registry: Registry, db: Database): void {
  const gauge = new Gauge({
    name: 'kisima_sms_provider_balance',
    help: 'The balance that a provider says there is, in its currency; missing while it is not known.',
    labelNames: ['provider', 'currency'],
    registers: [registry],
    async collect() {
      this.reset();
      const reading = withDeadline(
        'the reading of balances',
        deadlineMs,
        findProviderMoney(db.read),
      );
      for (const { provider, balance, currency } of await reading.catch(() => [])) {
        if (balance !== null) this.set({ provider, currency: currency ?? '' }, balance);
      }
    },
  });
  gauge.reset();
}
