/** First segments that belong to programs: an unknown path there is a failure in JSON, never a page. */
const programPaths =
  /^\/(api|v1|V1|a|integrations|docs|metrics|healthz|readyz|iot_\w+\.php|openapi\.json)(\/|$)/;

/**
 * True if a path answers with data alone: there are pages, too, those of `/docs` and of links in messages.
 */
export function isDataPath(path: string): boolean {
  return isProgramPath(path) && !/^\/(docs|a\/)/.test(path);
}

/** True if a path is no page of the dashboard; the service worker leaves the same ones alone. */
export function isProgramPath(path: string): boolean {
  return programPaths.test(path);
}
