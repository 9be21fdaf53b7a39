/** Messages a second of each provider with a limit. */
export function readRates(text = ''): Map<string, number> {
  const rates = text.split(',').filter((each) => each !== '');
  return new Map(
    rates.map((each) => {
      const [name = '', perSecond] = each.split('=');
      return [name, Math.max(1, Number(perSecond))];
    }),
  );
}
