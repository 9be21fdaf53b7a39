/** An operation of the water level service that its document does not have. */
type OwnAddition = {
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** Why it is there. */
  why: string;
  auth: 'bearer' | 'none';
  /** Its fields; `true` for those that must be there. */
  query?: Record<string, boolean>;
  statuses: number[];
  /** The page of docs/api that shows it. */
  page: string;
};

export const ownAdditions: OwnAddition[] = [
  {
    route: 'POST /api/stream/tickets',
    why: 'a browser opens a stream without headers, and a token must not stand in an address',
    auth: 'bearer',
    statuses: [201, 401, 503],
    page: 'stream.md',
  },
  {
    route: 'GET /api/stream',
    why: 'a dashboard that asks every few seconds costs its owner data',
    auth: 'none',
    query: { ticket: false, last_event_id: false, page: false },
    statuses: [200, 400, 401, 403, 429, 503],
    page: 'stream.md',
  },
  {
    route: 'DELETE /api/me/tokens/{id}',
    why: 'a token that is good until it is revoked needs somebody who can revoke it',
    auth: 'bearer',
    query: { id: true },
    statuses: [200, 400, 401, 404, 503],
    page: 'me.md',
  },
  {
    route: 'POST /api/imports',
    why: 'hundreds of devices are registered from a file, also once its sender has left',
    auth: 'bearer',
    query: { file: false },
    statuses: [200, 201, 400, 401, 409, 413, 415, 503],
    page: 'imports.md',
  },
  {
    route: 'GET /api/imports',
    why: 'whoever left finds the imports again',
    auth: 'bearer',
    query: { limit: false, before: false },
    statuses: [200, 400, 401, 503],
    page: 'imports.md',
  },
  {
    route: 'GET /api/imports/{id}',
    why: 'a screen shows how far an import is',
    auth: 'bearer',
    query: { id: true },
    statuses: [200, 400, 401, 404, 503],
    page: 'imports.md',
  },
  {
    route: 'GET /api/imports/{id}/rows',
    why: 'each line has an outcome, with all that is wrong with it',
    auth: 'bearer',
    query: { id: true, status: false, limit: false, after: false },
    statuses: [200, 400, 401, 404, 503],
    page: 'imports.md',
  },
  {
    route: 'GET /api/imports/{id}/file',
    why: 'refused lines are mended in a spreadsheet, and keys are put into boards from one',
    auth: 'bearer',
    query: { id: true, rows: true },
    statuses: [200, 400, 401, 404, 503],
    page: 'imports.md',
  },
  {
    route: 'DELETE /api/imports/{id}',
    why: 'a wrong file is stopped',
    auth: 'bearer',
    query: { id: true },
    statuses: [200, 400, 401, 404, 503],
    page: 'imports.md',
  },
  {
    route: 'POST /api/questions',
    why: 'whoever has no smartphone at hand asks by SMS, which an SMS service posts here',
    auth: 'none',
    query: { account: true },
    statuses: [200, 400, 401, 413, 415, 503],
    page: 'questions.md',
  },
  {
    route: 'POST /integrations/chirpstack',
    why: 'ChirpStack posts events to an address of ours, with a secret in a header',
    auth: 'bearer',
    query: { event: false },
    statuses: [200, 400, 401, 413, 415, 429, 503],
    page: 'lorawan.md',
  },
  {
    route: 'POST /integrations/tts',
    why: 'The Things Stack posts messages to an address of ours, with a secret in a header',
    auth: 'bearer',
    statuses: [200, 400, 401, 413, 415, 429, 503],
    page: 'lorawan.md',
  },
  {
    route: 'POST /api/lorawan/secrets',
    why: 'a network server shows a secret of its own, so that one is revoked without the others',
    auth: 'bearer',
    statuses: [201, 400, 401, 409, 413, 415, 503],
    page: 'lorawan.md',
  },
  {
    route: 'GET /api/lorawan/secrets',
    why: 'their owner sees which are good and used',
    auth: 'bearer',
    statuses: [200, 401, 503],
    page: 'lorawan.md',
  },
  {
    route: 'DELETE /api/lorawan/secrets/{id}',
    why: 'a secret that is good until it is revoked needs somebody who can revoke it',
    auth: 'bearer',
    query: { id: true },
    statuses: [200, 400, 401, 404, 503],
    page: 'lorawan.md',
  },
  {
    route: 'GET /api/lorawan/mappings',
    why: 'payloads differ by sensor, and their owner says how they are read',
    auth: 'bearer',
    statuses: [200, 401, 503],
    page: 'lorawan.md',
  },
  {
    route: 'PUT /api/lorawan/mappings',
    why: 'a sensor that nobody here knows is read by a mapping of its owner',
    auth: 'bearer',
    statuses: [200, 400, 401, 409, 413, 415, 503],
    page: 'lorawan.md',
  },
  {
    route: 'DELETE /api/lorawan/mappings/{id}',
    why: 'a mapping of the owner gives way to the ready one',
    auth: 'bearer',
    query: { id: true },
    statuses: [200, 400, 401, 404, 503],
    page: 'lorawan.md',
  },
  {
    route: 'GET /api/lorawan/devices',
    why: 'a mapping is written by what was last heard',
    auth: 'bearer',
    query: { after: false },
    statuses: [200, 400, 401, 503],
    page: 'lorawan.md',
  },
  {
    route: 'POST /api/lorawan/preview',
    why: 'a mapping is seen to be right before it is saved',
    auth: 'bearer',
    statuses: [200, 400, 401, 403, 404, 413, 415, 503],
    page: 'lorawan.md',
  },
];
