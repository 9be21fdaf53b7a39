import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../kit/app.ts';

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
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true, tryItOutEnabled: true },
    staticCSP: false,
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
