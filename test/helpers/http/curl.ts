// A `curl` of the options that the examples in the documentation use, for machines that have none.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    fail: { type: 'boolean', short: 'f' },
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    'write-out': { type: 'string', short: 'w', default: '' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
  allowPositionals: true,
});

const headers = new Headers({ 'user-agent': 'curl/8.14.1', accept: '*/*' });
if (values.data !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded');
for (const line of values.header) {
  const [name = '', value = ''] = line.split(/:\s*(.*)/s);
  headers.set(name, value);
}
for (const url of positionals) {
  const method = values.data === undefined ? 'GET' : 'POST';
  const answer = await fetch(url, { method, headers, body: values.data ?? null });
  if (values.fail && !answer.ok) {
    console.error(`curl: (22) The requested URL returned error: ${answer.status}`);
    process.exit(22);
  }
  process.stdout.write(Buffer.from(await answer.arrayBuffer()));
  process.stdout.write(values['write-out'].replaceAll('\\n', '\n'));
}
