import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import pino from 'pino';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import type { Database } from '../../db/database.ts';
import { noticesOfOneProcess } from '../../db/notices.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { createKnownDevices } from './known-devices.ts';
import { createReadingRefusals } from './reading-refusals.ts';

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
      countKeyRefusal: () => assert.fail('no key was asked for'),
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

  it('end a series of refused readings of which another process has told', async () => {
    await addDevice('SHARED');
    const oneOfSeveral = () => {
      const devices = createKnownDevices({
        db,
        clock: Date.now,
        // Nothing is heard of others, so that each request looks its device up.
        notices: { ...noticesOfOneProcess, areShared: true, isConnected: () => false },
        secret,
        countKeyRefusal: () => assert.fail('no key was asked for'),
        noteKnock: () => {},
        burst: 60,
      });
      const refusals = createReadingRefusals({
        db,
        timers: createTestTimers(),
        log: pino({ enabled: false }),
        publisher: { deviceChanged: () => {} } as unknown as LivePublisher,
      });
      const find = () => devices.identify('SHARED', { apiKey: null });
      const refuse = async (at: number) => {
        const why = { field: 'water_level_percent', message: 'is too high', sent: '400' };
        refusals.count(await find(), why, at);
        await refusals.stop?.();
      };
      const take = async () => {
        refusals.endSeries(await find());
        await refusals.stop?.();
      };
      return { refuse, take };
    };
    const stored = async () => {
      const columns = ['readings_refused', 'readings_refused_since'] as const;
      const device = db.read.selectFrom('devices').select(columns).where('identity', '=', 'SHARED');
      return Object.values(await device.executeTakeFirstOrThrow());
    };
    const [one, other] = [oneOfSeveral(), oneOfSeveral()];
    await one.take();
    await other.refuse(1);
    await other.refuse(2);
    assert.deepEqual(await stored(), [2, 1]);
    await one.take();
    assert.deepEqual(await stored(), [0, null]);
    await other.refuse(3);
    assert.deepEqual(await stored(), [1, 3]);
  });
});
