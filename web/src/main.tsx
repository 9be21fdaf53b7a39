import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import { keepStream } from './live/stream.ts';
import { keepTanks } from './live/tanks.ts';
import { App } from './shell/app.tsx';
import { keepInstalled } from './shell/keep-installed.ts';
import { keepTheme } from './shell/theme.ts';

keepTheme();
keepInstalled();
keepStream();
keepTanks();
const root = document.getElementById('app');
if (root) render(<App />, root);
