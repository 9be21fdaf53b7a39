import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { assertDoctorClean } from '../database/assert-doctor-clean.ts';
import { wrongFields } from '../http/answers.ts';
import { type Engine, startTestServer, type TestServer } from '../server/test-server.ts';
import { newGroup } from './sms-account.ts';
import { newSmsCaller, type SmsCaller } from './sms-caller.ts';

type Queued = {
  success: boolean;
  job_id: number;
  queued: number;
  balance: number;
  message: string;
  rejected: { index: number; to: string | null; error: string }[];
  rejected_count: number;
  opted_out: number;
};
export type BulkMessage = Record<
  'message_id' | 'to' | 'message' | 'encoding' | 'status',
  string
> & {
  reference: string | null;
  segments: number;
  cost: number;
  redacted: boolean;
};

/** A server of which nothing is wrong in the end, and a caller, who is new in each test. */
export type BulkDesk = {
  server: TestServer;
  caller: SmsCaller;
  /** Queues a job, which has to succeed. */
  queue: (json: object) => Promise<Queued>;
  /** @returns the fields for which a job is refused. */
  refused: (json: object) => Promise<string[]>;
  /** Finds messages of the caller. */
  list: (query: string) => Promise<BulkMessage[]>;
  messagesOf: (jobId: number) => Promise<BulkMessage[]>;
  /** Makes a group with those contacts. @returns its id. */
  addContacts: (contacts: { phone: string; name?: string }[]) => Promise<number>;
};

/** Desk for the tests of a suite, whose hooks it sets. */
export function useBulkDesk(engine: Engine, env: Record<string, string>): BulkDesk {
  const desk = {} as BulkDesk;
  before(async () => {
    desk.server = await startTestServer({ engine, env });
  });
  after(async () => {
    await assertDoctorClean(desk.server.db);
    await desk.server.stop();
  });
  beforeEach(async () => {
    desk.caller = await newSmsCaller(desk.server);
  });
  const list: BulkDesk['list'] = async (query) => {
    const { status, body, text } = await desk.caller.call('GET', `/messages?${query}`);
    assert.equal(status, 200, text);
    return body as BulkMessage[];
  };
  return Object.assign(desk, {
    list,
    messagesOf: (jobId: number) => list(`job_id=${jobId}&limit=500`),
    queue: async (json: object) => {
      const { status, body, text } = await desk.caller.bulk(json);
      assert.equal(status, 202, text);
      return body as Queued;
    },
    refused: async (json: object) => wrongFields(await desk.caller.bulk(json)),
    addContacts: async (contacts: { phone: string; name?: string }[]) => {
      const { owner } = desk.caller;
      const group = await newGroup(owner);
      const added = await owner.call('POST', `/groups/${group}/contacts`, { json: { contacts } });
      assert.equal(added.status, 201, added.text);
      return group;
    },
  });
}
