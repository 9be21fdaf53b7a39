// Shows the operations by Swagger UI, and lets the examples follow on each other: a token or key that
// an answer holds goes with all later requests, until the page is left.

const dark = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showTheme);
showTheme();

const kept = { bearer: false, apiKey: false };

function keep(scheme, secret) {
  ui.preauthorizeApiKey(scheme, secret);
  kept[scheme] = true;
  const what = [kept.bearer && 'your token', kept.apiKey && 'your API key'].filter(Boolean);
  document.getElementById('credentials').textContent =
    `This page has ${what.join(' and ')}, and sends it along until you leave.`;
}

function keepCredentials(answer) {
  const { pathname } = new URL(answer.url, location.href);
  if (answer.ok && pathname.startsWith('/api/auth.php') && answer.obj?.token) {
    keep('bearer', answer.obj.token);
  }
  if (answer.ok && pathname === '/v1/account/keys' && answer.obj?.api_key) {
    keep('apiKey', answer.obj.api_key);
  }
  return answer;
}

/**
 * Sends to where this page came from: a proxy that takes TLS off and is not trusted hides the address at which
 * the description was asked.
 */
function sendHere(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
}

/** Whoever is signed in to the dashboard of this server sends the examples as themselves. */
function keepSession() {
  try {
    const token = JSON.parse(localStorage.getItem('kisima.token'));
    if (token) keep('bearer', token);
  } catch {
    // A browser may refuse storage: then the page begins without a token.
  }
}

/** A server of one service has no operations of the other. */
function hideMissingService() {
  const paths = ui.specSelectors.specJson().getIn(['paths']);
  for (const section of document.querySelectorAll('[data-service]')) {
    section.hidden = !paths.has(section.dataset.service);
  }
}

/** Opens the operation that a link of the introduction names, and brings it into view. */
function openLinked(event) {
  const place = event.target.closest?.('a[href^="#/"]')?.hash;
  if (!place) return;
  event.preventDefault();
  const [tag, id] = place.slice(2).split('/').map(decodeURIComponent);
  ui.layoutActions.show(['operations-tag', tag], true);
  ui.layoutActions.show(['operations', tag, id], true);
  // Its place is known once it has been drawn.
  requestAnimationFrame(() => {
    document.getElementById(`operations-${tag.replaceAll(' ', '_')}-${id}`)?.scrollIntoView();
  });
}

const ui = globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#operations',
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  tryItOutEnabled: true,
  // Each operation shows its schemas; all at once they make a long page longer.
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor: sendHere,
  responseInterceptor: keepCredentials,
  onComplete: () => {
    hideMissingService();
    keepSession();
    document.querySelector('main').addEventListener('click', openLinked);
  },
});
