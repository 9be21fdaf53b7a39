import { useEffect, useRef, useState } from 'preact/hooks';

/** Measures the width in pixels of the element of `ref`, as it changes; `first` until it is drawn. */
export function useWidth<T extends Element>(first: number) {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setWidth(element.clientWidth || first);
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return { ref, width };
}
