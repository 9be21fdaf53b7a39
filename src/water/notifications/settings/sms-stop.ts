/**
 * Why a person's own SMS account sends no alerts: its key was revoked, it is suspended, its credits are used
 * up, or they are trial credits, whose messages reach no phone.
 */
export const smsStops = ['revoked', 'suspended', 'no_credits', 'simulated'] as const;
export type SmsStop = (typeof smsStops)[number];
