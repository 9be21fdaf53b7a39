import swagger from '@fastify/swagger';
import { pathOfAction } from '../kit/api/action-routes.ts';
import { createFixedAnswer, type FixedAnswer, jsonContent } from '../kit/api/fixed-answer.ts';
import type { App } from '../kit/http/app.ts';
import { askedOrigin } from '../kit/http/asked-origin.ts';
import { usualBodyLimit } from '../kit/http/body-parsers.ts';
import type { Timers } from '../kit/time/timers.ts';
import { hourMs } from '../kit/time/units.ts';
import { addDocsPage } from './docs-page/add-docs-page.ts';
import { type Document, operationsOf } from './openapi/document.ts';
import { addExamples } from './openapi/examples.ts';
import { toPostman } from './openapi/postman.ts';
import { shareParts } from './openapi/share-parts.ts';

const intro = `Two services behind one address.

* **Water level service** (\`/api\`, \`/iot_*.php\`): people carry a bearer token, devices their MAC address
  and, if they have one, their key. An operation such as \`/api/devices.php/list\` is also served as
  \`/api/devices.php?action=list\`: the same handler, the same answer.
* **SMS service** (\`/v1\`): programs send with an API key in \`X-API-Key\`; the account behind it is
  managed with the bearer token. With the built-in simulator nothing goes to a phone.
* Every failure is \`{"success": false, "error", "code"}\`, with \`errors\` for wrong fields.
* A body may have as many bytes as \`x-max-bytes\` of its operation says, mostly 16 KiB; beyond that 413.

To begin: \`POST /api/auth.php/register\`, take the \`token\` of its answer, then
\`POST /api/devices.php/register\` and \`POST /iot_push.php\`; for SMS, \`POST /v1/account/keys\`, then
\`POST /v1/sms/send\`. The same as a collection of Postman: \`/postman.json\`.`;

const tags = [
  { name: 'Auth', description: 'Accounts, sign-in, two-step sign-in and sessions.' },
  { name: 'Me', description: 'The caller: role, language and what runs here.' },
  { name: 'Devices', description: 'Devices by MAC or serial, with their keys and whereabouts.' },
  { name: 'Sharing', description: 'Who else sees, operates or manages a device.' },
  {
    name: 'Groups',
    description: 'Tanks of an estate or a customer, summed up and shared together.',
  },
  { name: 'Imports', description: 'Files of devices, which the server registers by itself.' },
  { name: 'Sensors', description: 'Readings: the latest, the history, and summaries.' },
  { name: 'Sensor configs', description: "A sensor's tank, thresholds and pump automation." },
  {
    name: 'Pump commands',
    description: 'Commands that wait for a device, and what became of them.',
  },
  {
    name: 'Alerts',
    description: 'Incidents of tanks and devices, as their owners are told of them.',
  },
  {
    name: 'Reports',
    description: 'Days, use, alerts and pumps over a period; all readings as a file.',
  },
  { name: 'Insights', description: 'Refills, leaks, forecasts and the worth of sensors.' },
  { name: 'Notifications', description: 'How people are told: SMS, e-mail, webhook, web push.' },
  { name: 'Questions by SMS', description: 'What phones ask of their tanks by SMS.' },
  { name: 'Tanks', description: 'Everything known now of all devices, in one answer.' },
  { name: 'Direct device endpoints', description: 'What devices call: push, poll, acknowledge.' },
  { name: 'LoRaWAN', description: 'What network servers of LoRaWAN pass on, and how it is read.' },
  { name: 'Live events', description: 'Server-sent events of what happens to devices.' },
  { name: 'SMS', description: 'Sending and following messages, with an API key.' },
  { name: 'SMS account', description: 'The same and more for the owner, with the bearer token.' },
  {
    name: 'SMS administration',
    description: 'Credits, senders and providers, for administrators.',
  },
  { name: 'Operations', description: 'Health and metrics, for those who run the server.' },
];

/** Addresses of the server for which the description is made in an hour: a client may name any. */
const mostOrigins = 8;

type DocsOptions = {
  version: string;
  /** Address of the server for links, where it is set. */
  publicUrl: string | undefined;
  timers: Pick<Timers, 'now'>;
};

/**
 * Describes every declared route at `/openapi.json`, with the address where it was asked as its server, and
 * as a collection of Postman at `/postman.json`; shows it at `/docs`, in a page that sends examples. Must be
 * called before the routes are declared.
 */
export async function addApiDocs(
  app: App,
  { version, publicUrl, timers }: DocsOptions,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kisima',
        version,
        description: intro,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: thisServer }],
      tags,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    },
    // OpenAPI's paths hold no query, so each action is described by the path that names it.
    transform: ({ schema, url, route }) => {
      const action = (route.constraints as { action?: string } | undefined)?.action;
      const { bodyLimit = usualBodyLimit } = route;
      const described = schema?.body ? { ...schema, 'x-max-bytes': bodyLimit } : schema;
      return { schema: described, url: action ? pathOfAction(url, action) : url };
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) throw new Error('the description must be OpenAPI');
      const document = described.openapiObject as unknown as Document;
      completeDocument(document);
      return described.openapiObject;
    },
  });
  const describedAt = (origin: string) => ({
    ...(app.swagger() as unknown as Document),
    servers: [{ url: origin, description: thisServer }],
  });
  const hidden = { schema: { hide: true } };
  app.get('/openapi.json', hidden, answerByOrigin({ publicUrl, timers }, describedAt));
  const collection = (origin: string) => toPostman(describedAt(origin), origin);
  app.get('/postman.json', hidden, answerByOrigin({ publicUrl, timers }, collection));
  addDocsPage(app);
}

const thisServer = 'This server';

/**
 * Answers with what is made for the address where it was asked. That is `/`, which is right at any, where the address
 * is not known, and where it is a new one after as many within an hour as nobody has who does not make them up.
 */
function answerByOrigin(
  { publicUrl, timers }: Pick<DocsOptions, 'publicUrl' | 'timers'>,
  make: (origin: string) => object,
): FixedAnswer {
  const answerAt = (origin: string) => createFixedAnswer(jsonContent(() => make(origin)));
  const lasting = new Map(['/', publicUrl ?? '/'].map((origin) => [origin, answerAt(origin)]));
  const kept = new Map<string, FixedAnswer>();
  let since = timers.now();

  const keep = (origin: string): FixedAnswer | undefined => {
    if (timers.now() - since >= hourMs) {
      kept.clear();
      since = timers.now();
    }
    if (!kept.has(origin) && kept.size < mostOrigins) kept.set(origin, answerAt(origin));
    return kept.get(origin);
  };

  return async (request, reply) => {
    const origin = askedOrigin(request, publicUrl) ?? '/';
    const answer = lasting.get(origin) ?? keep(origin) ?? lasting.get('/');
    return await (answer as FixedAnswer)(request, reply);
  };
}

/** Completes the document of the routes' descriptions for generators of clients. */
export function completeDocument(document: Document): void {
  for (const { path, method, operation } of operationsOf(document)) {
    operation.operationId ??= operationIdOf(method, path);
    operation.security ??= [];
    const [script, action] = path.split('.php/');
    if (action) operation.description = describeAction(operation.description, script, action);
  }
  shareParts(document);
  addExamples(document);
}

function describeAction(description: string | undefined, script = '', action: string): string {
  const other = `Also served as \`${script}.php?action=${action}\`.`;
  return description ? `${description}\n\n${other}` : other;
}

const verbs: Record<string, string> = { get: 'get', post: 'post', put: 'put', delete: 'delete' };

/**
 * Name of an operation's function for generators: `devicesList` for `/api/devices.php/list`, `iotPush` for
 * `/iot_push.php`, `getSmsMessagesById` for `GET /v1/sms/messages/{message_id}`.
 */
function operationIdOf(method: string, path: string): string {
  const script = /^\/(?:api\/)?(\w+)\.php(?:\/([\w-]+))?$/.exec(path);
  if (script) return toCamelCase(script.slice(1).filter((part) => part !== undefined));
  const parts = path.replace(/^\/(?:api|v1)\//, '/').split('/');
  const words = parts.map((part) => (part.startsWith('{') ? 'by-id' : part)).filter(Boolean);
  return toCamelCase([verbs[method] ?? method, ...words]);
}

function toCamelCase(parts: string[]): string {
  const [first = '', ...others] = parts.join('-').split(/[^A-Za-z0-9]+/);
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
