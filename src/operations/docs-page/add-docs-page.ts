import { fileURLToPath } from 'node:url';
import { answerByName, type FixedFiles, readFixedFiles } from '../../kit/api/fixed-answer.ts';
import type { App } from '../../kit/http/app.ts';

const folders = {
  page: new URL('./', import.meta.url),
  icons: new URL('../../../web/public/', import.meta.url),
  swaggerUi: new URL('static/', import.meta.resolve('@fastify/swagger-ui')),
};

/**
 * Serves `/docs`: both services introduced, and every operation of `/openapi.json` to read and to try,
 * without files from elsewhere. Of Swagger UI only what draws operations: 407 kB (Brotli), its frame would
 * be a sixth more. Scalar is 946 kB and asks another host for fonts; openapi-explorer is 170 kB, and on a
 * phone nothing leads to its operations.
 */
export function addDocsPage(app: App): void {
  const page = pick(
    folders.page,
    ...['docs-page.html', 'docs-page.css', 'docs-page.js', 'swagger-ui-licences.txt'],
  );
  const files: FixedFiles = new Map([
    ...page,
    ...pick(folders.icons, 'icon.svg'),
    ...pick(folders.swaggerUi, 'swagger-ui-bundle.js', 'swagger-ui.css'),
  ]);
  const html = page.get('docs-page.html');
  if (!html) throw new Error('the page of the docs is not where it belongs');
  const hidden = { schema: { hide: true } };
  for (const path of ['/docs', '/docs/']) app.get(path, hidden, html);
  app.get('/docs/static/*', hidden, answerByName(files));
}

function pick(folder: URL, ...names: string[]): FixedFiles {
  const all = readFixedFiles(fileURLToPath(folder));
  return new Map([...all].filter(([name]) => names.includes(name)));
}
