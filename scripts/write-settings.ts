// Writes docs/settings.md anew from src/settings: `npm run docs:settings`.
import { writeFile } from 'node:fs/promises';
import { renderSettings } from './render-settings.ts';

await writeFile(new URL('../docs/settings.md', import.meta.url), renderSettings());
