import { useState } from 'preact/hooks';
import { minuteMs } from '../../../../src/kit/time/units.ts';
import { callPage } from '../../api/call.ts';
import type { AlertDevice } from '../../api/operations.ts';
import { useLive } from '../../live/stream.ts';
import { type Load, useLoad } from '../../ui/load.tsx';

/** Devices of the first answer, which a slow line has soon, and of each further one. */
const firstPage = 100;
const furtherPage = 500;

export type OutageDevices = Load<AlertDevice[]> & {
  /** Those that have been loaded; all of them once `data` is there. */
  sofar: AlertDevice[];
};

/** Loads all devices of an outage that the reader may see, page by page, and again on news of it. */
export function useOutageDevices(id: number): OutageDevices {
  const [sofar, setSofar] = useState<AlertDevice[]>([]);
  const load = useLoad(
    async (signal) => {
      const ask = (query: { limit: number; after?: number }) =>
        callPage('GET /api/alerts.php?action=devices', { query: { id, ...query }, signal });
      let page = await ask({ limit: firstPage });
      const devices = [...page.items];
      while (page.next !== undefined) {
        setSofar([...devices]);
        page = await ask({ limit: furtherPage, after: Number(devices.at(-1)?.device_id) });
        devices.push(...page.items);
      }
      return devices;
    },
    [id],
  );
  const again = () => void load.reload();
  useLive({ alert: (news) => news.id === id && again(), reset: again }, minuteMs);
  return { ...load, sofar: load.data ?? sofar };
}
