import type { Draft } from './draft.ts';

export type PartProps = {
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  failure: Error | undefined;
};
