import type { Point } from './place.ts';
import { say } from './words.ts';

type Props = { at: Point; name: string };

/**
 * Links that open a place outside: on phones the map that the person uses (RFC 5870), and
 * everywhere a map of the web, as not every phone knows `geo:` addresses.
 */
export function OpenInMaps({ at: { latitude, longitude }, name }: Props) {
  const place = `${latitude},${longitude}`;
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const web = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <>
      {isPhone && (
        <a class="button" href={`geo:${place}?q=${place}(${encodeURIComponent(name)})`}>
          {say.openInMaps()}
        </a>
      )}
      <a class="button" href={web} target="_blank" rel="noopener noreferrer">
        {isPhone ? say.openOnWeb() : say.openInMaps()}
      </a>
    </>
  );
}
