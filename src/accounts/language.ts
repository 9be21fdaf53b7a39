/** Languages of texts for people: English and Swahili. */
export const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];
