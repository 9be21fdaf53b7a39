/**
 * Gives the browser a language that uPlot can load with: it makes a number format of
 * `navigator.language` as it loads, which throws where that is no language tag. Chromium says
 * `en-US@posix` on machines without a locale, such as the screen of a small computer at the pump.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
