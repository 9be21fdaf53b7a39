import type { Page } from 'playwright-core';

/** As a person does in the settings of a phone or a browser: all that is measured in `rem` follows. */
export async function setTextSize(page: Page, size: string): Promise<void> {
  // Charts are drawn anew once their width has changed: after the next frame.
  await page.evaluate(`(async () => {
    document.documentElement.style.fontSize = '${size}';
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  })()`);
}

/**
 * What reaches beyond either side of the screen. What lies in a box that scrolls or clips by itself (a
 * wide table, a map, what is there for ears alone) does not: its box is judged.
 */
export async function elementsBeyond(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const clips = (element) => getComputedStyle(element).overflowX !== 'visible';
    const isClipped = (element) =>
      element !== document.body && (clips(element) || isClipped(element.parentElement));
    const isBeyond = (element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1);
    };
    return [...document.body.querySelectorAll('*')]
      .filter((each) => isBeyond(each) && !isClipped(each.parentElement))
      .map((each) => {
        const { left, right } = each.getBoundingClientRect();
        const name = each.tagName.toLowerCase() + '.' + each.getAttribute('class');
        return location.pathname + ': ' + name + ' from ' + left + ' to ' + right;
      });
  })()`);
}
