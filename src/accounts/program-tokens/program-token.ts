import { createMarkedSecrets } from '../../kit/marked-secrets.ts';

/** What a program may do with a token: see tanks; or operate them, as an operator of each may. */
export const programScopes = ['read', 'operate'] as const;
export type ProgramScope = (typeof programScopes)[number];

/** A program that makes a request by a token of its own. */
export type Program = {
  id: number;
  /** As its person named it. */
  name: string;
  scope: ProgramScope;
  /** Ids of the only devices it is for; all that the person sees where there is none. */
  deviceIds?: readonly number[];
};

/** Tokens of programs, which are sent as bearer tokens. */
export const programTokens = createMarkedSecrets('kwt_');
