import { loadTanks, tanksFailure } from '../tanks/tanks.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { say } from '../ui/words.ts';

/** In the place of the tanks until they are there: that they come, or why they do not. */
export function TanksComing() {
  const failure = tanksFailure.value;
  if (failure) return <FailureNotice failure={failure} retry={loadTanks} />;
  return <p role="status">{say.loading()}</p>;
}
