import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createBus } from './bus.ts';
import { createPublisher } from './create-publisher.ts';

const log = pino({ level: 'silent' });
const clock = () => 0;

describeOnBothEngines('publisher', (engine) => {
  /** Returns a listener, and the types of the events that it has got. */
  const listen = async () => {
    const { db, close } = await openTestDatabase(engine);
    const bus = createBus({ now: clock, epoch: 'epoch' });
    const publisher = createPublisher({ db, clock, log, bus });
    const told: string[] = [];
    const waiting: (() => void)[] = [];
    const hear = ({ type }: { type: string }) => {
      told.push(type);
      for (const resolve of waiting.splice(0)) resolve();
    };
    bus.subscribe(1, hear, undefined);
    const heard = () => new Promise<void>((resolve) => waiting.push(resolve));
    return { publisher, told, heard, close };
  };

  it('that cannot be told, since storage is away, make everybody reload', async () => {
    const { publisher, told, heard, close } = await listen();
    await close();
    const reset = heard();
    publisher.alertsDeleted(5);
    await reset;
    assert.deepEqual(told, ['reset']);
    const changed = heard();
    publisher.devicesChanged([1]);
    await changed;
    assert.deepEqual(told, ['reset', 'devices']);
  });

  it('that are too many to wait make everybody reload, once', async () => {
    const { publisher, told, heard, close } = await listen();
    const first = heard();
    for (let count = 0; count < 600; count++) publisher.devicesChanged([1]);
    await first;
    while (!told.includes('reset') || told.length < 501) await heard();
    assert.equal(told.filter((type) => type === 'reset').length, 1);
    assert.equal(told.filter((type) => type === 'devices').length, 500);
    await close();
  });

  it('of a device that is gone are told to nobody', async () => {
    const { publisher, told, heard, close } = await listen();
    const changed = heard();
    publisher.alertsDeleted(5);
    publisher.devicesChanged([1]);
    await changed;
    assert.deepEqual(told, ['devices']);
    await close();
  });
});
