import assert from 'node:assert/strict';
import type { DeviceDesk, Pushed } from '../browser/device-desk.ts';

/** The answer to a push. */
export type Taken = Pushed & {
  level_cm: number | null;
  pump_status: string | null;
  latitude: number | null;
  longitude: number | null;
};

type Way = { type?: string; path?: string };
type BoardPosts = {
  /** Posts a body as it is, a form to `/iot_push.php` by default. */
  send: (body: string, way?: Way) => Promise<{ status: number; body: Taken }>;
  /** Posts fields of a form for the device of the desk, which have to be taken. */
  taken: (fields: string, way?: Way) => Promise<Taken>;
};

/** Posts of boards that write their bodies themselves. */
export function useBoardPosts(desk: DeviceDesk): BoardPosts {
  const send: BoardPosts['send'] = async (body, way = {}) => {
    const { type = 'application/x-www-form-urlencoded', path = '/iot_push.php' } = way;
    const answer = await fetch(`${desk.server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as Taken };
  };
  return {
    send,
    taken: async (fields, way) => {
      const mac = desk.device.mac_or_serial;
      const { status, body } = await send(`mac_address=${mac}&${fields}`, way);
      assert.equal(status, 201, `${fields}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}
