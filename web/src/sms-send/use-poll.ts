import { useEffect } from 'preact/hooks';

/**
 * Reloads every `ms` milliseconds while the page is visible, and at once when it becomes visible;
 * never if `ms` is undefined.
 */
export function usePoll(reload: () => Promise<void>, ms: number | undefined): void {
  useEffect(() => {
    if (ms === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const wait = () => {
      clearTimeout(timer);
      if (!isOver && !document.hidden) timer = setTimeout(() => void ask(), ms);
    };
    const ask = async () => {
      await reload();
      wait();
    };
    const look = () => {
      clearTimeout(timer);
      if (!document.hidden) void ask();
    };
    wait();
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload, ms]);
}
