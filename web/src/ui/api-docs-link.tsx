import { say } from './words.ts';

/** Link to the description of the API, in a page of its own: what was typed here stays. */
export function ApiDocsLink() {
  return (
    <p>
      <a href="/docs" target="_blank" rel="noopener">
        {say.apiDocs()}
      </a>
    </p>
  );
}
