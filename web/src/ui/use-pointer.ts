import { useLayoutEffect, useState } from 'preact/hooks';

/** With what a person points here: hints name that alone. */
type Pointer = 'touch' | 'mouse';

/** Returns the pointer in use: at first the device's own, then the one that was used last. */
export function usePointer(): Pointer {
  const [pointer, setPointer] = useState<Pointer>(() =>
    matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse',
  );
  // Before the hint is painted: it would else miss a move that comes right after.
  useLayoutEffect(() => {
    const note = ({ pointerType }: PointerEvent) =>
      setPointer(pointerType === 'mouse' ? 'mouse' : 'touch');
    const events = ['pointerdown', 'pointermove'] as const;
    for (const event of events) addEventListener(event, note);
    return () => {
      for (const event of events) removeEventListener(event, note);
    };
  }, []);
  return pointer;
}
