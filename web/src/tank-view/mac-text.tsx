import { Fragment } from 'preact';

/** What is printed on a device; where it has to be broken, then after a colon. */
export function MacText({ mac }: { mac: string }) {
  return (
    <>
      {mac.split(':').map((part, index) => (
        // A MAC may have the same part twice; its parts never change places.
        <Fragment key={`${index}`}>
          {index > 0 && (
            <>
              :<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </>
  );
}
