import { Button } from './button.tsx';
import { sayFailure } from './failures/known-sentences.ts';
import { Notice } from './notice.tsx';
import { say } from './words.ts';

type Props = {
  failure: Error | undefined;
  /** Offered as the next step where trying again makes sense. */
  retry?: (() => unknown) | undefined;
};

/** A failure in the place where it happened: what went wrong, and what can be done next. */
export function FailureNotice({ failure, retry }: Props) {
  if (!failure) return null;
  return (
    <Notice kind="danger">
      <p>{sayFailure(failure)}</p>
      {retry && (
        <Button look="quiet" onClick={() => void retry()}>
          {say.retry()}
        </Button>
      )}
    </Notice>
  );
}
