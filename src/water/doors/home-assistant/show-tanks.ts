import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Timers } from '../../../kit/time/timers.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { MqttMessage } from '../mqtt/message.ts';
import { type Discovery, describeTank, type Origin, withoutGone } from './discovery.ts';
import { presentState } from './tank-state.ts';
import type { TankView } from './tank-view.ts';
import { configTopic, stateTopic } from './topics.ts';

/** Those to whom tanks are shown: a client of an account, or all clients of an external broker. */
export type Audience = {
  /** Ids of the devices that it is shown; undefined where it is shown all there are. */
  list: () => Promise<readonly number[] | undefined>;
  /** Undefined for a device that is gone, or that it may not see any more. */
  read: (deviceId: number) => Promise<TankView | undefined>;
  send: (message: MqttMessage) => Promise<void> | void;
  /** 0 where nothing is lost unless the connection is, upon which all is sent anew. */
  qos: 0 | 1;
};

export type Show = {
  /** Something of a device has changed. */
  mark: (deviceIds: Iterable<number>) => void;
  /** The list of devices may have changed, and anything of them. */
  markAll: () => void;
  /** Sends the states, or all, of some devices that were shown anew, though nothing has changed. */
  again: (what: 'states' | 'all', isMeant?: (topic: string) => boolean) => void;
  /**
   * Takes back a device that is gone, of which an earlier start of this server has shown what is kept.
   * @param macOrSerial under which its state is kept; undefined where it is not, or is another device's
   */
  takeBack: (deviceId: number, macOrSerial: string | undefined) => void;
  end: () => void;
};

/** What an audience was last shown of a device: texts as their hashes, since there may be many devices. */
type Shown = {
  macOrSerial: string;
  config: string;
  state: string;
  components: Discovery['components'];
};

type ShowDeps = { timers: Timers; log: Logger; origin: Origin };

/** Changes that come together are sent together: a push changes level, litres, use and presence. */
const gatherMs = 100;
const retryMs = 10 * secondMs;

/** Shows an audience its tanks: whatever has changed, one device after the other, as often as it can be read. */
export function createShow(audience: Audience, deps: ShowDeps): Show {
  const { timers, log, origin } = deps;
  const shown = new Map<number, Shown>();
  const dirty = new Set<number>();
  let isListDue = false;
  let isEnded = false;
  let isRunning = false;
  let cancelWait: (() => void) | undefined;

  const send = async (topic: string, payload: string): Promise<void> => {
    await audience.send({ topic, payload, retain: true, qos: audience.qos });
  };

  const takeBack = async (deviceId: number): Promise<void> => {
    const known = shown.get(deviceId);
    await send(configTopic(deviceId), '');
    if (known?.macOrSerial) await send(stateTopic(known.macOrSerial), '');
    shown.delete(deviceId);
  };

  const show = async (deviceId: number): Promise<void> => {
    const tank = await audience.read(deviceId);
    if (isEnded) return;
    if (!tank) return await takeBack(deviceId);
    const known = shown.get(deviceId);
    const discovery = describeTank(tank, origin);
    const [text, state] = [JSON.stringify(discovery), JSON.stringify(presentState(tank))];
    const now: Shown = {
      macOrSerial: tank.macOrSerial,
      config: hashOf(text),
      state: hashOf(state),
      components: platformsOf(discovery),
    };
    if (known?.config !== now.config) {
      const removing =
        known && withoutGone({ ...discovery, components: known.components }, discovery);
      if (removing) await send(configTopic(deviceId), JSON.stringify(removing));
      await send(configTopic(deviceId), text);
    }
    const hasMoved = known !== undefined && known.macOrSerial !== tank.macOrSerial;
    if (hasMoved) await send(stateTopic(known.macOrSerial), '');
    if (hasMoved || known?.state !== now.state) await send(stateTopic(tank.macOrSerial), state);
    shown.set(deviceId, now);
  };

  const list = async (): Promise<void> => {
    // Before it is asked for: what changes meanwhile makes it due again.
    isListDue = false;
    try {
      const ids = await audience.list();
      if (!ids) return;
      const there = new Set(ids);
      for (const id of ids) dirty.add(id);
      for (const id of shown.keys()) if (!there.has(id)) await takeBack(id);
    } catch (error) {
      isListDue = true;
      throw error;
    }
  };

  const work = async (): Promise<void> => {
    if (isListDue) await list();
    for (const deviceId of dirty) {
      if (isEnded) return;
      dirty.delete(deviceId);
      try {
        await show(deviceId);
      } catch (error) {
        dirty.add(deviceId);
        throw error;
      }
      if (isListDue) await list();
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    let waitMs = gatherMs;
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'tanks could not be shown to Home Assistant; tried again soon');
      isListDue ||= shown.size === 0;
      waitMs = retryMs;
    }
    isRunning = false;
    if (dirty.size > 0 || isListDue) wake(waitMs);
  };

  const wake = (ms = gatherMs): void => {
    if (isRunning || isEnded || cancelWait) return;
    cancelWait = timers.after(ms, () => {
      cancelWait = undefined;
      void run();
    });
  };

  return {
    mark: (deviceIds) => {
      for (const id of deviceIds) dirty.add(id);
      wake();
    },
    markAll: () => {
      isListDue = true;
      for (const id of shown.keys()) dirty.add(id);
      wake();
    },
    again: (what, isMeant = () => true) => {
      for (const [id, known] of shown) {
        if (!isMeant(stateTopic(known.macOrSerial)) && !isMeant(configTopic(id))) continue;
        shown.set(id, { ...known, state: '', ...(what === 'all' && { config: '' }) });
        dirty.add(id);
      }
      wake();
    },
    takeBack: (deviceId, macOrSerial = '') => {
      if (!shown.has(deviceId))
        shown.set(deviceId, { macOrSerial, config: '', state: '', components: {} });
      dirty.add(deviceId);
      wake();
    },
    end: () => {
      isEnded = true;
      cancelWait?.();
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

function platformsOf({ components }: Discovery): Discovery['components'] {
  return Object.fromEntries(
    Object.entries(components).map(([id, { platform }]) => [id, { platform }]),
  );
}
