/** Returns a `curl` command that sends a first message with `key` to the server at `origin`. */
export function curlLine(origin: string, key: string): string {
  const body = JSON.stringify({ to: '0712345678', message: 'Maji yamerudi' });
  return [
    `curl ${origin}/v1/sms/send`,
    `-H 'X-API-Key: ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}
