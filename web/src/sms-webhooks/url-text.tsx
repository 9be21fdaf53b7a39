import { Fragment } from 'preact';

/** A URL, which breaks behind its dots and slashes where it has to. */
export function UrlText({ url }: { url: string }) {
  return url.split(/(?<=[./])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
