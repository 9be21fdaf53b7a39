import { call } from '../../api/call.ts';
import { readStored, removeStored, writeStored } from '../../session/stored.ts';

/** Whose messages this browser shows: the id of the account that turned them on here. */
const key = 'kisima.push';

/** `home-screen`: an iPhone takes messages only for what stands on its home screen. */
export type PushSupport = 'yes' | 'home-screen' | 'no';

export function pushSupport(): PushSupport {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window;
  if (isThere && 'Notification' in window) return 'yes';
  // A tablet says that it is a Mac, but has a screen to touch.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchedMac();
  return isApple ? 'home-screen' : 'no';
}

function isTouchedMac(): boolean {
  return navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
}

/** Whether this browser shows the messages of this account. */
export async function isPushOn(userId: string): Promise<boolean> {
  if (pushSupport() !== 'yes' || readStored<string>(key) !== userId) return false;
  // A browser forgets its subscription when the permission is taken back.
  return (await subscription()) !== undefined;
}

/** Why messages could not be turned on here. */
export class PushRefused extends Error {}

/**
 * Asks for permission, which browsers grant only to a tap, and has the server tell this browser.
 * @throws PushRefused where the person or the browser says no.
 */
export async function turnPushOn(publicKey: string, userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys = {} } = made.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint, keys: { p256dh, auth } };
  await call('POST /api/notifications.php?action=subscribe', { body });
  writeStored(key, userId);
}

/** Has the server tell this browser no more; nothing where it never did. */
export async function turnPushOff(): Promise<void> {
  if (readStored<string>(key) === undefined) return;
  const held = await subscription();
  // Here first, since the server may not be reached; it forgets what no browser takes any more.
  await held?.unsubscribe();
  removeStored(key);
  if (held) {
    const body = { endpoint: held.endpoint };
    await call('POST /api/notifications.php?action=unsubscribe', { body });
  }
}

async function subscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}
