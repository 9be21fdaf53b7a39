/** What one message may have, as docs/api/sms.md says. */
export const longestMessage = 918;
export const mostSegments = 6;
/** What one job may have. */
export const mostRecipients = 10_000;
