import { callPage } from '../api/call.ts';
import type { Alert } from '../api/operations.ts';
import { useLive } from '../live/stream.ts';
import { type Pages, usePages } from '../ui/load/use-load.ts';
import { withChangedAlert } from './alert-state.ts';

/** What the API answers at a time. */
const usualPage = 50;

export type Filter = {
  device: string | undefined;
  severity: Alert['severity'] | undefined;
  isUnread: boolean;
};

export type Alerts = {
  pages: Pages<Alert>;
  /** Puts an alert in the place of the one with its id, or takes it away. */
  replace: (id: number, alert: Alert | undefined) => void;
};

/** The alerts that fit a filter, newest first; new ones appear by themselves. */
export function useAlerts({ device, severity, isUnread }: Filter): Alerts {
  const pages = usePages<Alert>(
    async (signal) =>
      await callPage('GET /api/alerts', {
        query: {
          ...(device !== undefined && { device_id: device }),
          ...(severity && { severity }),
          ...(isUnread && { unread: 'true' }),
        },
        signal,
      }),
    [device, severity, isUnread],
  );
  const { change } = pages;
  const { reload } = pages.list;

  const shown = pages.list.data?.items ?? [];
  useLive({
    alert: (alert) => {
      if (device !== undefined && alert.device_id !== device) return;
      const fits = (!severity || alert.severity === severity) && !(isUnread && alert.is_read);
      change((items) => withChangedAlert(items, alert, { fits, page: usualPage }));
    },
    'alerts-read': ({ device_id }) => {
      const isNews = shown.some((alert) => alert.device_id === device_id && !alert.is_read);
      // Anew is from the first page on: who has read on to further ones stays there.
      if (isNews && shown.length <= usualPage) void reload();
    },
    reset: () => void reload(),
  });

  const replace = (id: number, alert: Alert | undefined) =>
    change((items) =>
      alert ? items.map((each) => (each.id === id ? alert : each)) : without(items, id),
    );
  return { pages, replace };
}

function without(alerts: Alert[], id: number): Alert[] {
  return alerts.filter((alert) => alert.id !== id);
}
