import { openPushLine } from '../http/push-line.ts';

const minuteMs = 60_000;
const minutesOfAWeek = 7 * 24 * 60;

/** Gives a device a reading for each minute of the last week, which is what a long read reads. */
export async function fillAWeek(url: string, mac: string): Promise<void> {
  const lines = Array.from({ length: 32 }, () => openPushLine(url));
  let left = minutesOfAWeek - 1;
  const now = Date.now();
  await Promise.all(
    lines.map(async (line) => {
      while (left > 0) {
        const recorded_at = new Date(now - left-- * minuteMs).toISOString();
        const { status } = await line.push({
          mac_address: mac,
          water_level_percent: left % 100,
          recorded_at,
        });
        if (status !== 201) throw new Error(`a reading of the week was answered ${status}`);
      }
      line.close();
    }),
  );
}
