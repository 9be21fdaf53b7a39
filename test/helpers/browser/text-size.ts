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
 * Words that a reader knows, broken within themselves in a title, a tag, a button or what heads a choice
 * or a column. A word longer than 14 letters may break, and so may the letters of a MAC: no phone has room
 * for them in large text.
 */
export async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const linesOf = (node, from, until) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, until);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const texts = document.querySelectorAll('h1, h2, h3, th, label strong, .tag, .button, .back');
    return [...texts].flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        for (const { 0: word, index } of node.data.matchAll(
          /(?<![\\p{Letter}\\d]|\\w:)\\p{Letter}{2,14}(?![\\p{Letter}\\d]|:\\w)/gu,
        )) {
          if (linesOf(node, index, index + word.length) > 1) {
            broken.push(location.pathname + ': ' + word);
          }
        }
      }
      return broken;
    });
  })()`);
}

/**
 * Elements beyond either side of the screen. Content of a box that scrolls or clips by itself (a wide
 * table, a map, text for screen readers) does not count: its box is judged.
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
