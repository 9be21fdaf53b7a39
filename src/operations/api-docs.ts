import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { createFixedAnswer, type FixedAnswer, jsonContent } from '../kit/api/fixed-answer.ts';
import { answerByName, readFixedFiles } from '../kit/api/fixed-files.ts';
import type { App } from '../kit/http/app.ts';

const intro = `Two services behind one address.

* **Water level service**: a script path with an \`action\` selects the operation; people carry a bearer
  token, devices their MAC address and, if they have one, their key.
* Every failure is \`{"success": false, "error", "code"}\`, with \`errors\` for wrong fields.`;

/**
 * Describes every declared route at `/openapi.json` and shows it at `/docs`, with assets of our own.
 * Must be called before the routes are declared.
 */
export async function addApiDocs(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kisima',
        version,
        description: intro,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    },
    // Operations share a script path, so the action is part of what OpenAPI calls the path.
    transform: ({ schema, url, route }) => {
      const action = (route.constraints as { action?: string } | undefined)?.action;
      return { schema, url: action ? `${url}?action=${action}` : url };
    },
  });
  const description = createFixedAnswer(jsonContent(() => app.swagger()));
  keepReady(app, description);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true, tryItOutEnabled: true },
    staticCSP: false,
  });
  app.get('/openapi.json', { schema: { hide: true } }, description);
}

/** The package's files, of which it reads one from the disk for each request. */
const assets = fileURLToPath(new URL('static/', import.meta.resolve('@fastify/swagger-ui')));

/**
 * Has the routes of the package that shows the description answer from memory. It would write the
 * description anew for each request, as YAML in three seconds in which nobody else is answered;
 * JSON is YAML, too.
 */
function keepReady(app: App, description: FixedAnswer): void {
  const ready = new Map([
    ['/docs/json', description],
    ['/docs/yaml', description],
    ['/docs/static/*', answerByName(readFixedFiles(assets))],
  ]);
  app.addHook('onRoute', (route) => {
    const answer = ready.get(route.url);
    if (answer) route.handler = answer;
  });
}
