import { useState } from 'preact/hooks';
import { ago } from '../words/format.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Loaded, useLoad } from './load.tsx';
import { seenInList } from './seen-in-list.ts';
import { useNow } from './use-now.ts';
import { say } from './words.ts';

/** A secret that programs use: its beginning tells it from others, the rest is shown once. */
export type Secret = { id: number; name: string; prefix: string; last_used_at: string | null };

type Text = () => string;

type Words = {
  title: Text;
  empty: Text;
  used: (of: { when: string }) => string;
  neverUsed: Text;
  revokeNamed: (of: { name: string }) => string;
  revokeHint: Text;
};

type Calls<S extends Secret> = {
  load: (signal: AbortSignal) => Promise<S[]>;
  revoke: (secret: S) => Promise<unknown>;
  words: Words;
  /** Says what is special about one, such as what it may do. */
  describe?: (secret: S) => string[];
};

/** Returns the list of secrets, what puts one into it that was just made, and what makes one with `seenInList`. */
export function useSecrets<S extends Secret>({ load, revoke, words, describe }: Calls<S>) {
  const secrets = useLoad(load, []);
  const [revoked, askToRevoke] = useState<S>();
  const now = useNow();
  const add = (made: Omit<S, 'last_used_at'>) =>
    secrets.set((before) => [{ ...made, last_used_at: null } as S, ...(before ?? [])]);
  const end = async (secret: S) => {
    await revoke(secret);
    secrets.set((before) => before?.filter(({ id }) => id !== secret.id));
  };
  const factsOf = (secret: S) => [
    ...(describe?.(secret) ?? []),
    say.begins({ prefix: `${secret.prefix}…` }),
    secret.last_used_at === null
      ? words.neverUsed()
      : words.used({ when: ago(secret.last_used_at, now) }),
  ];
  const list = (
    <section class="card stack" aria-labelledby="secrets-title">
      <h2 id="secrets-title">{words.title()}</h2>
      <Loaded of={secrets}>
        {(found) =>
          found.length === 0 ? (
            <p class="faint">{words.empty()}</p>
          ) : (
            <ul class="lines">
              {found.map((secret) => (
                <li key={secret.id} class="row row-apart">
                  <div class="secret-facts">
                    <strong>{secret.name}</strong>
                    <p class="small faint">{factsOf(secret).join(' · ')}</p>
                  </div>
                  <Button
                    look="danger"
                    aria-label={words.revokeNamed({ name: secret.name })}
                    onClick={() => askToRevoke(secret)}
                  >
                    {say.revoke()}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {revoked && (
        <ConfirmDialog
          title={say.revokeTitle({ name: revoked.name })}
          confirm={say.revoke()}
          isDangerous
          onConfirm={() => end(revoked)}
          onClose={() => askToRevoke(undefined)}
        >
          <p>{words.revokeHint()}</p>
        </ConfirmDialog>
      )}
    </section>
  );
  const seen = <T,>(making: Promise<T>) => seenInList(making, secrets.reload);
  return { list, add, seen };
}
