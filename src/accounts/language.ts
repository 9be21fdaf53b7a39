/** Languages that people are spoken to in: English and Swahili. */
export const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];
