/** Longest wait for a mail to be taken, in milliseconds. */
export const mailDeadlineMs = 60_000;

// An SMTP server may take the connection and never say a word.
const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** What mail is sent by. */
export async function openMailTransport({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  // Imported here because most servers never send a mail.
  const { createTransport } = await import('nodemailer');
  return createTransport(withWaits(smtpUrl), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

export type MailTransport = Awaited<ReturnType<typeof openMailTransport>>;

/** The library takes its time limits from the URL's query; what the operator put there stays. */
function withWaits(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, milliseconds] of Object.entries(waits)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(milliseconds));
  }
  return url.href;
}
