import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writePage } from './routes.ts';

describe('the page of a link', () => {
  it('shows what it tells as text, whatever HTML stands in it', () => {
    const page = writePage('ask', 'en', [`"><script>'&'</script>`]);
    assert.match(page, /<li>&#34;&#62;&#60;script&#62;&#39;&#38;&#39;&#60;\/script&#62;<\/li>/);
    assert.doesNotMatch(page, /<script/);
  });
});
