import { useEffect, useState } from 'preact/hooks';
import { callNext, callPage, type Page } from '../api/call.ts';
import { onLive } from '../live/stream.ts';
import { type Load, useLoad } from '../ui/use-load.ts';
import type { Alert } from './alert-words.ts';

export type Filter = {
  device: string | undefined;
  severity: Alert['severity'] | undefined;
  isUnread: boolean;
};

export type Alerts = {
  load: Load<Page<Alert[]>>;
  /** Brings the page after those that are shown. */
  showMore: () => Promise<void>;
  isLoadingMore: boolean;
  /** Puts an alert in the place of the one with its id, or takes it away. */
  replace: (id: number, alert: Alert | undefined) => void;
};

/** The alerts that fit a filter, newest first; new ones appear by themselves. */
export function useAlerts({ device, severity, isUnread }: Filter): Alerts {
  const load = useLoad(
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
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { set, reload } = load;

  useEffect(
    () =>
      onLive<Alert>('alert', (alert) => {
        if (device !== undefined && alert.device_id !== device) return;
        if (severity && alert.severity !== severity) return;
        set((page) => page && { ...page, items: [alert, ...without(page.items, alert.id)] });
      }),
    [device, severity],
  );
  useEffect(() => onLive('reset', () => void reload()), [reload]);

  const showMore = async () => {
    const next = load.data?.next;
    if (!next) return;
    setLoadingMore(true);
    try {
      const more = await callNext<Alert[]>(next);
      set((page) => ({ items: [...(page?.items ?? []), ...more.items], next: more.next }));
    } finally {
      setLoadingMore(false);
    }
  };
  const replace = (id: number, alert: Alert | undefined) =>
    set(
      (page) =>
        page && {
          ...page,
          items: alert
            ? page.items.map((each) => (each.id === id ? alert : each))
            : without(page.items, id),
        },
    );
  return { load, showMore, isLoadingMore, replace };
}

function without(alerts: Alert[], id: number): Alert[] {
  return alerts.filter((alert) => alert.id !== id);
}
