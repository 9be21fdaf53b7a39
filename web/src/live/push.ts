import { call } from '../api/call.ts';
import { token } from '../api/session.ts';
import { readStored, removeStored, writeStored } from '../kit/stored.ts';

/** Whose messages this browser shows, under which id the server lists it, and the session that said so. */
type Kept = { userId: string; id: number; session: string | undefined };

const key = 'kisima.push';

const kept = () => readStored<Kept>(key);

/** Tells one session from another, and is too little of a token to be one. */
const thisSession = () => token.peek()?.slice(-12);

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
  if (pushSupport() !== 'yes' || kept()?.userId !== userId) return false;
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
  await subscribe(made, userId);
}

/**
 * Says again, once in each new session, that this browser shows the messages of this account: with a
 * session that is ended by hand the server ends what was asked for in it. Nothing where messages are
 * off here.
 */
export async function renewPush(userId: string): Promise<void> {
  if (kept()?.session === thisSession() || !(await isPushOn(userId))) return;
  const held = await subscription();
  if (held) await subscribe(held, userId);
}

/** The id of this browser in the server's list; undefined where it shows nobody's messages. */
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

/** Has the server tell this browser no more; nothing where it never did. */
export async function turnPushOff(): Promise<void> {
  if (kept() === undefined) return;
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
