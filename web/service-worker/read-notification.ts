/** Reads the notification of a push, which the server writes in `channels/web-push.ts`. */
export function readNotification(text: string) {
  const { title = 'Kisima', body = '', tag = '', url = '/' } = readJson(text);
  // A push that shows nothing costs the page its permission to notify.
  return {
    title,
    body,
    tag,
    icon: '/icon-192.png',
    data: { url: url.startsWith('/') ? url : '/' },
  };
}

type Payload = { title?: string; body?: string; tag?: string; url?: string };

function readJson(text: string): Payload {
  try {
    return JSON.parse(text) as Payload;
  } catch {
    return {};
  }
}
