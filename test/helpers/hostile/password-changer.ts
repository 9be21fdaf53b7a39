import { setTimeout } from 'node:timers/promises';
import { call, type Owner } from '../server/process-client.ts';

export type PasswordChanger = {
  /** Resolves once the changes in hand are answered; how many answers there were of each status. */
  stop: () => Promise<Map<number, number>>;
};

/** Before a client that was refused tries again. */
const refusedMs = 100;

/** An account that changes its password many times at once, over and over: each change is a hash. */
export function startPasswordChanger(url: string, owner: Owner, atOnce: number): PasswordChanger {
  const answers = new Map<number, number>();
  let isStopped = false;
  const keepChanging = async (): Promise<void> => {
    while (!isStopped) {
      const { status } = await call(url, 'PUT', '/api/auth.php?action=update', {
        token: owner.token,
        json: { password: owner.password, current_password: owner.password },
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 429) await setTimeout(refusedMs);
    }
  };
  const clients = Array.from({ length: atOnce }, keepChanging);
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(clients);
      return answers;
    },
  };
}
