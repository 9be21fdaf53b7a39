import type { WayToRender } from '../database/rendered-by.ts';
import { awaited } from '../until.ts';

/** Pages that are being read for as long as the test says. */
export type HeldPages = {
  /** Renders pages. */
  way: WayToRender;
  /** Pages that were asked for. */
  asked: () => number;
  /** Resolves once so many were asked for. */
  whenAsked: (count: number) => Promise<void>;
  letGo: () => void;
};

export function holdPages(): HeldPages {
  const held = Promise.withResolvers<void>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let asked = 0;
  return {
    way:
      (usual) =>
      async (...query) => {
        asked += 1;
        for (const { count, resolve } of waiting) if (asked >= count) resolve();
        await held.promise;
        return await usual(...query);
      },
    asked: () => asked,
    whenAsked: async (count) => {
      if (asked >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      await awaited(`a page after ${asked}`, promise);
    },
    letGo: () => held.resolve(),
  };
}
