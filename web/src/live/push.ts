import { call } from '../api/call.ts';
import { token } from '../api/session.ts';
import { readStored, removeStored, writeStored } from '../kit/stored.ts';

/**
 * The account whose messages this browser shows, the server's id of the browser, and the session
 * that registered it.
 */
type Kept = { userId: string; id: number; session: string | undefined };

const key = 'kisima.push';

const kept = () => readStored<Kept>(key);

/** End of the token: identifies a session, and is too short to be used as a token. */
const thisSession = () => token.peek()?.slice(-12);

/** `home-screen`: an iPhone accepts messages only for apps on its home screen. */
export type PushSupport = 'yes' | 'home-screen' | 'no';

export function pushSupport(): PushSupport {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window;
  if (isThere && 'Notification' in window) return 'yes';
  // An iPad identifies as a Mac, but has a touch screen.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchedMac();
  return isApple ? 'home-screen' : 'no';
}

function isTouchedMac(): boolean {
  return navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
}

export async function isPushOn(userId: string): Promise<boolean> {
  if (pushSupport() !== 'yes' || kept()?.userId !== userId) return false;
  // Browsers drop the subscription when the permission is revoked.
  return (await subscription()) !== undefined;
}

export class PushRefused extends Error {}

/**
 * Asks for permission, which browsers grant only after a tap, and registers this browser at the
 * server.
 * @throws PushRefused if the person or the browser refuses.
 */
export async function turnPushOn(publicKey: string, userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await subscribe(made, userId);
}

/**
 * Registers this browser again, once in each new session: when a session is ended by hand the
 * server drops the registrations made in it. Does nothing if messages are off here.
 */
export async function renewPush(userId: string): Promise<void> {
  if (kept()?.session === thisSession() || !(await isPushOn(userId))) return;
  const held = await subscription();
  if (held) await subscribe(held, userId);
}

/** Id of this browser in the server's list; undefined if it shows nobody's messages. */
export function ownPushId(): number | undefined {
  return kept()?.id;
}

async function subscribe(made: PushSubscription, userId: string): Promise<void> {
  const { endpoint = '', keys = {} } = made.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint, keys: { p256dh, auth } };
  const { id } = await call('POST /api/notifications.php?action=subscribe', { body });
  writeStored(key, { userId, id, session: thisSession() });
}

/** Unregisters this browser; does nothing if it was not registered. */
export async function turnPushOff(): Promise<void> {
  if (kept() === undefined) return;
  const held = await subscription();
  // Locally first, since the server may be unreachable; it drops subscriptions that no browser accepts.
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
