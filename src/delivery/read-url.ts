import { failures } from '../kit/api/api-error.ts';
import type { Destinations } from './destinations.ts';

/**
 * A URL that may be posted to, as it is, without a fragment, which never leaves a client.
 * @param field which of a request's it is.
 * @throws 400 for any other text.
 */
export function readPostUrl(text: string, destinations: Destinations, field = 'url'): string {
  const wrongUrl = (message: string) => failures.invalid([{ field, message }]);
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw wrongUrl('must be a URL such as https://example.com/events');
  }
  if (url.username !== '' || url.password !== '') {
    throw wrongUrl('must not carry a user name or password');
  }
  url.hash = '';
  const refusal = destinations.refusalOf(url.href);
  if (refusal) throw wrongUrl(`cannot be used: ${refusal}`);
  return url.href;
}
