import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { startTestServer } from '../../test/helpers/server/test-server.ts';
import { Environment } from '../config.ts';
import { findMisspelt } from './misspelt.ts';

const known = Object.keys(Environment.properties);
const meantBy = (name: string) => findMisspelt({ [name]: 'x' }, known)[0]?.meant;

/** Variables that shells, systemd, containers, npm, CI and other programs set. */
const foreign = [
  ...['PATH', 'HOME', 'USER', 'SHELL', 'LANG', 'TERM', 'PWD', 'OLDPWD', 'SHLVL', 'LOGNAME', 'MAIL'],
  ...['HOSTNAME', 'EDITOR', 'PAGER', 'DISPLAY', 'TMPDIR', 'TZ', 'LC_ALL', 'XDG_RUNTIME_DIR', '_'],
  ...['INVOCATION_ID', 'JOURNAL_STREAM', 'NOTIFY_SOCKET', 'STATE_DIRECTORY', 'LISTEN_PID'],
  ...['CREDENTIALS_DIRECTORY', 'SYSTEMD_EXEC_PID', 'MAINPID', 'SSH_CLIENT', 'SSH_TTY', 'SUDO_USER'],
  ...['npm_config_cache', 'npm_execpath', 'npm_package_name', 'npm_lifecycle_event', 'INIT_CWD'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'NO_PROXY'],
  ...['CI', 'GITHUB_ACTIONS', 'GITHUB_TOKEN', 'RUNNER_OS', 'GITLAB_CI', 'BUILD_NUMBER', 'POST'],
  ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_PORT', 'KISIMA_PORT', 'KISIMA_SERVICE_PORT', 'SPORT'],
  ...['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGDATABASE', 'POSTGRES_PASSWORD', 'PORTS'],
  ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'REDIS_URL', 'DOCKER_HOST', 'SMTP_HOST', 'MAIL_TO'],
  ...['DATABASE_NAME', 'DATABASE_HOST', 'DATABASE_USER', 'LOG_FILE', 'DATA', 'HOSTS', 'GHOST'],
];

describe('a misspelt setting', () => {
  it('is known by the nearest one', () => {
    const slips = [
      ['DATABASE_ULR', 'DATABASE_URL'],
      ['database_url', 'DATABASE_URL'],
      ['ALOWED_HOSTS', 'ALLOWED_HOSTS'],
      ['RESET_DELIVERRY', 'RESET_DELIVERY'],
      ['DATADIR', 'DATA_DIR'],
      ['port', 'PORT'],
    ];
    for (const [name = '', meant] of slips) {
      assert.equal(meantBy(name), meant, name);
    }
  });

  it('is found where any one letter of a long name is dropped, doubled or another one', () => {
    const long = known.filter((name) => name.length >= 9);
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(), fc.constantFrom(0, 1, 2), (name, at, how) => {
        const index = at % name.length;
        const letter = ['', `${name[index]}${name[index]}`, 'Q'][how];
        const slip = `${name.slice(0, index)}${letter}${name.slice(index + 1)}`;
        if (known.includes(slip) || slip.replaceAll('_', '') === name.replaceAll('_', '')) return;
        assert.notEqual(meantBy(slip), undefined, slip);
      }),
    );
  });

  it('is a warning at the start that names both, and not what it says', async () => {
    const env = { DATABASE_ULR: 'postgres://k:secret-of-database@db.example/k' };
    const server = await startTestServer({ engine: 'sqlite', env });
    await server.stop();
    assert.match(server.logged(), /"level":40,.*"name":"DATABASE_ULR","meant":"DATABASE_URL"/);
    assert.doesNotMatch(server.logged(), /secret-of-database/);
  });

  it('is not suspected in what other programs set, nor in a setting', () => {
    for (const name of [...foreign, ...known]) assert.equal(meantBy(name), undefined, name);
  });
});
