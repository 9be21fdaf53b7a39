import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import { loadSentences } from './api/known-sentences.ts';
import { keepStream } from './live/stream.ts';
import { keepTanks } from './live/tanks.ts';
import { App } from './shell/app.tsx';
import { keepInstalled } from './shell/keep-installed.ts';
import { keepTheme } from './shell/theme.ts';

keepTheme();
keepInstalled();
keepStream();
keepTanks();
/** Long enough for the first screen on a slow line, soon enough for a mistyped password. */
const sentencesAfterMs = 4_000;
addEventListener('load', () => setTimeout(() => void loadSentences(), sentencesAfterMs));

const root = document.getElementById('app');
if (root) render(<App />, root);
