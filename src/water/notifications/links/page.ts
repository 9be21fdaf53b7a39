import type { Language } from '../../../accounts/language.ts';

export type Page = 'ask' | 'done' | 'gone';

const words: Record<Language, Record<Page | 'button', string>> = {
  en: {
    ask: 'Will you see to this?',
    button: 'Yes, I will see to it',
    done: 'Thank you. Nobody else will be told for now.',
    gone: 'This link is not good any more.',
  },
  sw: {
    ask: 'Je, utashughulikia hili?',
    button: 'Ndiyo, nitashughulikia',
    done: 'Asante. Hakuna mwingine atakayeambiwa kwa sasa.',
    gone: 'Kiungo hiki hakifanyi kazi tena.',
  },
};

/** The page of a link, which needs no script and next to no data. */
export function writePage(page: Page, language: Language, lines: string[]): string {
  const say = words[language];
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  const form = page === 'ask' ? `<form method="post"><button>${say.button}</button></form>` : '';
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Kisima</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<style>body{font:1.1rem system-ui;max-width:34rem;margin:2rem auto;padding:0 1rem}
button{font:inherit;padding:.8rem 1.2rem}:root{color-scheme:light dark}</style>
<h1>Kisima</h1>${list === '' ? '' : `<ul>${list}</ul>`}<p>${say[page]}</p>${form}</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
