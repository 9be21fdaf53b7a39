import { before } from 'node:test';
import { updateRole } from '../../../src/accounts/queries.ts';
import { type Answer, type Engine, type TestServer, useTestServer } from '../server/test-server.ts';
import { newSmsOwner, type SmsOwner } from './sms-account.ts';

/** A server with an administrator and with somebody who is none. */
export type AdminDesk = {
  server: TestServer;
  admin: SmsOwner;
  owner: SmsOwner;
  /** Calls `/v1/admin` + `path` as the administrator. */
  ask: (method: string, path: string, json?: unknown) => Promise<Answer>;
};

/** Desk for the tests of a suite, whose hooks it sets. */
export function useAdminDesk(engine: Engine): AdminDesk {
  const server = useTestServer({ engine });
  const desk = {
    server,
    ask: (method, path, json) =>
      server.request(method, `/v1/admin${path}`, {
        token: desk.admin.token,
        ...(json !== undefined && { json }),
      }),
  } as AdminDesk;
  before(async () => {
    [desk.admin, desk.owner] = [await newSmsOwner(server), await newSmsOwner(server)];
    await updateRole(server.db.write, desk.admin.email, 'admin');
  });
  return desk;
}
