import { type Document, operationsOf } from './document.ts';
import { addExamples } from './examples.ts';
import { operationIdOf } from './operation-id.ts';
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
