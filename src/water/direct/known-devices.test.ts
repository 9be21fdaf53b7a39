import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import type { Database } from '../../db/database.ts';
import { noticesOfOneProcess } from '../../db/notices.ts';
import { createKnownDevices } from './known-devices.ts';

const secret = Buffer.alloc(32, 7);

describeOnBothEngines('known devices', (engine) => {
  let db: Database;
  let close: () => Promise<void>;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  /** A look-up that finds a device asks for its first sensor as well. */
  const ofOneFound = 2;

  /** The index, and how many queries it has made. */
  const createCounted = (mostBytes?: number) => {
    let queries = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const counted = db.read.withPlugin(counter);
    const devices = createKnownDevices({
      db: { ...db, read: counted, readWhole: counted },
      clock: Date.now,
      notices: noticesOfOneProcess,
      secret,
      noteRefusal: () => assert.fail('no key was asked for'),
      noteKnock: () => {},
      burst: 60,
      ...(mostBytes !== undefined && { mostBytes }),
    });
    /** The device, or undefined where none is registered. */
    const find = (identity: string) =>
      devices.identify(identity, { apiKey: null }).catch((error) => {
        assert.equal(error.status, 404);
        return undefined;
      });
    return { find, devices, queries: () => queries };
  };

  const addDevice = async (identity: string) => {
    const device = { mac_or_serial: identity, identity, name: null, owner_id: 1, created_at: 1 };
    await db.write
      .insertInto('devices')
      .values({ ...device, key_salt: 'salt', key_required: 0 })
      .execute();
  };

  it('asks once for all unknown devices of a moment, however many', async () => {
    const { find, queries } = createCounted();
    const flood = Array.from({ length: 900 }, (_, index) => find(`UNKNOWN ${index}`));
    const found = await Promise.all(flood);
    assert.ok(found.every((device) => device === undefined));
    assert.equal(queries(), 1);
  });

  it('asks once for one device that many requests name at the same moment', async () => {
    await addDevice('BUSY');
    const { find, queries } = createCounted();
    const found = await Promise.all(Array.from({ length: 50 }, () => find('BUSY')));
    assert.equal(new Set(found).size, 1);
    await find('BUSY');
    assert.equal(queries(), ofOneFound);
  });

  it('asks again for what it was told to forget, and for what was unknown', async () => {
    const { find, devices, queries } = createCounted();
    assert.equal(await find('LATER'), undefined);
    await addDevice('LATER');
    const first = await find('LATER');
    assert.ok(first);
    devices.forget('LATER');
    assert.notEqual(await find('LATER'), first);
    assert.equal(queries(), 1 + 2 * ofOneFound);
  });

  it('does not keep what was forgotten while it was being looked up', async () => {
    await addDevice('RACING');
    const { find, devices, queries } = createCounted();
    const early = find('RACING');
    devices.forget('RACING');
    await early;
    await find('RACING');
    assert.equal(queries(), 2 * ofOneFound);
  });

  it('keeps as many as its memory is for, those that were seen last', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `CROWD-${index}`);
    for (const name of names) await addDevice(name);
    const { find, queries } = createCounted(2000);
    for (const name of names) await find(name);
    const asked = queries();
    await find('CROWD-9');
    assert.equal(queries(), asked);
    await find('CROWD-0');
    assert.equal(queries(), asked + ofOneFound);
  });
});
