/** Does one piece of work for a device at a time; calls meanwhile lead to one more in all. */
export function oncePerDevice(work: (deviceId: string) => Promise<void>) {
  const underWay = new Map<string, 'once' | 'again'>();
  return async (deviceId: string): Promise<void> => {
    if (underWay.has(deviceId)) {
      underWay.set(deviceId, 'again');
      return;
    }
    do {
      underWay.set(deviceId, 'once');
      await work(deviceId);
    } while (underWay.get(deviceId) === 'again');
    underWay.delete(deviceId);
  };
}
