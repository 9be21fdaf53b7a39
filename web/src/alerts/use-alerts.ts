import { callPage } from '../api/call.ts';
import type { Alert } from '../api/operations.ts';
import { useLive } from '../live/stream.ts';
import { type Pages, usePages } from '../ui/load.tsx';
import { withChangedAlert } from './alert-state.ts';

/** Alerts in one page of the API. */
const usualPage = 50;

export type Filter = {
  device: string | undefined;
  severity: Alert['severity'] | undefined;
  isUnread: boolean;
};

export type Alerts = {
  pages: Pages<Alert>;
  /** Replaces the alert with this id, or removes it if `alert` is undefined. */
  replace: (id: number, alert: Alert | undefined) => void;
};

/** Loads alerts that match a filter, newest first; new ones appear by themselves. */
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
      // Reloading begins at the first page, so a list unfolded further is left as it is.
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
