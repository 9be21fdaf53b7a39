import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { CreatedProgramToken, ProgramToken } from '../../api/operations.ts';
import { ApiDocsLink } from '../../ui/api-docs-link.tsx';
import { CopyButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { useSecrets } from '../../ui/secret-list.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { NewToken } from './new-token.tsx';
import { say } from './words.ts';

/** Long-lived tokens, with which programs see the tanks. */
export function Programs() {
  const { list, add, seen } = useSecrets<ProgramToken>({
    load: (signal) => call('GET /api/me/tokens', { signal }),
    revoke: ({ id }) => call('DELETE /api/me/tokens/{id}', { path: { id } }),
    words: {
      title: say.list,
      empty: say.empty,
      used: say.used,
      neverUsed: say.neverUsed,
      revokeNamed: say.revokeNamed,
      revokeHint: say.revokeHint,
    },
    describe,
  });
  const [made, setMade] = useState<CreatedProgramToken>();
  return (
    <Page title={say.title()} back={{ href: '/account', label: say.back() }}>
      <p>{say.about()}</p>
      <ApiDocsLink />
      {made ? (
        <ReadyToken made={made} onDone={() => setMade(undefined)} />
      ) : (
        <NewToken
          seen={seen}
          onMade={({ token, ...rest }) => {
            setMade({ ...rest, token });
            add(rest);
          }}
        />
      )}
      {list}
    </Page>
  );
}

function describe({ scope, device_ids }: ProgramToken): string[] {
  return [
    scope === 'read' ? say.mayRead() : say.mayOperate(),
    ...(device_ids === null ? [] : [say.only({ count: device_ids.length })]),
  ];
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
