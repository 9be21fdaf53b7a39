import { useEffect, useRef, useState } from 'preact/hooks';
import { visibleRange } from './visible-range.ts';

/** Draws only the lines of a long list that its scrolling frame shows. */
export function useLines(count: number, lineHeight: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrolled: 0, height: 800 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => setView({ scrolled: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, []);
  const range = visibleRange(count, lineHeight, view.scrolled, view.height);
  return {
    frame,
    ...range,
    above: range.from * lineHeight,
    below: (count - range.until) * lineHeight,
  };
}
