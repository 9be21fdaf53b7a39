import querystring from 'fast-querystring';

/** Reads `application/x-www-form-urlencoded`; a repeated name becomes an array, which schemas refuse. */
export const parseForm = (body: string): Record<string, unknown> => querystring.parse(body);
