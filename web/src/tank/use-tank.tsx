import { call } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import type { Tank } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { known, loadTanks } from '../tanks/tanks.ts';
import { useLoad } from '../ui/load.tsx';
import { Page } from '../ui/page.tsx';
import { say } from './words.ts';

type FoundTank = {
  tank: Tank | undefined;
  /** Set if the server knows no such tank of this account. */
  isUnknown: boolean;
  failure: Error | undefined;
  retry: () => Promise<void>;
};

/** Finds a tank in the list. An unknown one may be newer than the list, so it is loaded again. */
export function useTank(id: string): FoundTank {
  const asked = useLoad(
    async (signal) => {
      if (findKnown(id)) return undefined;
      const [found] = await call('GET /api/tanks', { query: { device_id: id }, signal });
      if (found) void loadTanks();
      return found;
    },
    [id],
  );
  const { data, failure, isLoading } = asked;
  const tank = findKnown(id) ?? (data?.device_id === id ? data : undefined);
  const isRefused =
    failure instanceof Failure && (failure.status === 404 || failure.status === 400);
  return {
    tank,
    isUnknown: !tank && !isLoading && (isRefused || !failure),
    failure: tank || isRefused ? undefined : failure,
    retry: asked.reload,
  };
}

function findKnown(id: string): Tank | undefined {
  return known.value?.tanks.find(({ device_id }) => device_id === id);
}

/** Shown if an address names no tank of this account: the possible reasons, and the next step. */
export function UnknownTank() {
  return (
    <Page title={say.unknown()} back={{ href: '/', label: say.back() }}>
      <p>{say.unknownHint({ email: profile.value?.user.email ?? '' })}</p>
      <p class="row">
        <a class="button button-main" href="/">
          {say.toTanks()}
        </a>
        <a class="button" href="/devices/new">
          {say.addDevice()}
        </a>
      </p>
    </Page>
  );
}
