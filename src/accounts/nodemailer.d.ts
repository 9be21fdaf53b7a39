/** As much of the package as the mailer uses. */
declare module 'nodemailer' {
  type Mail = { to: { name: string; address: string }; subject: string; text: string };
  type Defaults = { from: string; disableFileAccess: boolean; disableUrlAccess: boolean };
  type Transport = { sendMail: (mail: Mail) => Promise<unknown>; close: () => void };

  export function createTransport(url: string, defaults: Defaults): Transport;
}
