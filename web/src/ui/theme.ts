import { effect, signal } from '@preact/signals';
import { readStored, removeStored, writeStored } from '../kit/stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'kisima.theme';

export const theme = signal<Theme>(readStored<Theme>(key) ?? 'system');
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(prefersDark.matches);

export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') removeStored(key);
  else writeStored(key, chosen);
  theme.value = chosen;
}

/** Applies the chosen theme, or the system's as it changes at dusk. Called once. */
export function keepTheme(): void {
  prefersDark.addEventListener('change', () => {
    isSystemDark.value = prefersDark.matches;
  });
  effect(() => {
    const isDark = theme.value === 'dark' || (theme.value === 'system' && isSystemDark.value);
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  });
}
