import { type Document, operationsOf } from './document.ts';
import { addExamples } from './examples.ts';
import { shareParts } from './share-parts.ts';

/** Makes what the routes say of themselves a document that generators of clients take. */
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
 * What generators name an operation's function by: `devicesList` for `/api/devices.php/list`, `iotPush`
 * for `/iot_push.php`, `getSmsMessagesById` for `GET /v1/sms/messages/{message_id}`.
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
