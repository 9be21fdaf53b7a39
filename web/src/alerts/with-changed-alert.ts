type Listed = { id: number };

/**
 * A list of alerts, newest first, after one was raised or changed: it stays where it stands, or comes to
 * its place where it `fits` what is shown. One that is older than a full page belongs to a later page.
 */
export function withChangedAlert<A extends Listed>(
  alerts: readonly A[],
  changed: A,
  { fits, page }: { fits: boolean; page: number },
): A[] {
  if (alerts.some(({ id }) => id === changed.id)) {
    return alerts.map((alert) => (alert.id === changed.id ? changed : alert));
  }
  const last = alerts.at(-1);
  const isFurtherDown = alerts.length >= page && last !== undefined && changed.id < last.id;
  if (!fits || isFurtherDown) return [...alerts];
  return [...alerts, changed].sort((one, other) => other.id - one.id);
}
