import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { CreatedProgramToken, ProgramToken } from '../../api/operations.ts';
import { ApiDocsLink } from '../../ui/api-docs-link.tsx';
import { Button, CopyButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { Page } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago } from '../../words/format.ts';
import { NewToken } from './new-token.tsx';
import { say } from './words.ts';

/** Long-lived tokens, with which programs see the tanks. */
export function Programs() {
  const tokens = useLoad((signal) => call('GET /api/me/tokens', { signal }), []);
  const [made, setMade] = useState<CreatedProgramToken>();
  const [revoked, askToRevoke] = useState<ProgramToken>();
  const add = (created: CreatedProgramToken) => {
    const { token: _, ...token } = created;
    setMade(created);
    tokens.set((before) => [{ ...token, last_used_at: null }, ...(before ?? [])]);
  };
  const revoke = async ({ id }: ProgramToken) => {
    await call('DELETE /api/me/tokens/{id}', { path: { id } });
    tokens.set((before) => before?.filter((each) => each.id !== id));
  };
  return (
    <Page title={say.title()} back={{ href: '/account', label: say.back() }}>
      <p>{say.about()}</p>
      <ApiDocsLink />
      {made ? (
        <ReadyToken made={made} onDone={() => setMade(undefined)} />
      ) : (
        <NewToken onMade={add} />
      )}
      <section class="card stack" aria-labelledby="program-tokens">
        <h2 id="program-tokens">{say.list()}</h2>
        <Loaded of={tokens}>
          {(found) => <TokenList tokens={found} onRevoke={askToRevoke} />}
        </Loaded>
      </section>
      {revoked && (
        <ConfirmDialog
          title={say.revokeTitle({ name: revoked.name })}
          confirm={say.revoke()}
          isDangerous
          onConfirm={() => revoke(revoked)}
          onClose={() => askToRevoke(undefined)}
        >
          <p>{say.revokeHint()}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

type ListProps = { tokens: ProgramToken[]; onRevoke: (token: ProgramToken) => void };

function TokenList({ tokens, onRevoke }: ListProps) {
  const now = useNow();
  if (tokens.length === 0) return <p class="faint">{say.empty()}</p>;
  return (
    <ul class="sessions">
      {tokens.map((token) => (
        <li key={token.id}>
          <div class="row row-apart">
            <div>
              <strong>{token.name}</strong>
              <p class="small faint">{describe(token, now)}</p>
            </div>
            <Button
              look="danger"
              aria-label={say.revokeNamed({ name: token.name })}
              onClick={() => onRevoke(token)}
            >
              {say.revoke()}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function describe({ scope, device_ids, prefix, last_used_at }: ProgramToken, now: number): string {
  return [
    scope === 'read' ? say.mayRead() : say.mayOperate(),
    ...(device_ids === null ? [] : [say.only({ count: device_ids.length })]),
    say.begins({ prefix: `${prefix}…` }),
    last_used_at === null ? say.neverUsed() : say.used({ when: ago(last_used_at, now) }),
  ].join(' · ');
}

function ReadyToken({ made, onDone }: { made: CreatedProgramToken; onDone: () => void }) {
  const line = `curl ${location.origin}/api/tanks -H 'Authorization: Bearer ${made.token}'`;
  return (
    <ShownOnce title={say.made({ name: made.name })} secret={made.token} onDone={onDone}>
      <p>{say.tryIt()}</p>
      <pre class="secret">{line}</pre>
      <p>
        <CopyButton text={line} />
      </p>
    </ShownOnce>
  );
}
