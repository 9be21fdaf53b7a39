import { failures } from '../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../kit/api/failures/faults.ts';
import type { Destinations } from './destinations.ts';

/**
 * Reads a URL that may be posted to; leaves out its fragment, which never leaves a client.
 * @param field the request's field that holds it.
 * @throws 400 for any other text.
 */
export function readPostUrl(text: string, destinations: Destinations, field = 'url'): string {
  const wrongUrl = (message: FaultText) => failures.invalid([{ field, message }]);
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw wrongUrl(fault('url'));
  }
  if (url.username !== '' || url.password !== '') {
    throw wrongUrl(fault('urlUser'));
  }
  url.hash = '';
  if (destinations.refusalOf(url.href)) throw wrongUrl(fault('urlPrivate'));
  return url.href;
}
