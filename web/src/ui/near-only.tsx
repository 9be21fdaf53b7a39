import { say } from './words.ts';

/** Names by which a computer calls itself alone. */
const ownNames = /^(localhost|127\..+|\[::1\])$/;

/** Warns beside a link, or lines for a device, that other devices cannot reach this page's address. */
export function NearOnly() {
  if (!ownNames.test(location.hostname)) return null;
  return <p class="notice notice-warning">{say.nearOnly({ origin: location.origin })}</p>;
}
