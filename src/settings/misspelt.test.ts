import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Environment } from '../environment.ts';
import { describeMisspelt, findMisspelt } from './misspelt.ts';
import { secretNames } from './secret-files.ts';

const settings = Object.keys(Environment.properties);
const known = [...settings, ...secretNames(Environment.properties).map((name) => `${name}_FILE`)];
const meantBy = (given: string) => findMisspelt({ [given]: '1' }, known)[0]?.meant;

/** Names that shells, systemd, containers, clouds, CI, npm and other programs set. */
const usual = `
_ BASH BASH_ENV BASHOPTS BASH_VERSION CDPATH COLORTERM COLUMNS DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION
DIRSTACK DISPLAY EDITOR EMAIL ENV EUID FUNCNAME GPG_TTY GROUPS HISTCONTROL HISTFILE HISTFILESIZE HISTSIZE
HOME HOSTALIASES HOSTFILE HOSTNAME HOSTS HOSTTYPE IFS INPUTRC LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LC_TIME
LD_LIBRARY_PATH LD_PRELOAD LESS LESSCLOSE LESSOPEN LINES LOGNAME LS_COLORS MACHTYPE MAIL MAILCHECK
MAILPATH MANPATH MAIL_TO OLDPWD OPTERR OPTIND OSTYPE PAGER PATH PIPESTATUS PPID PS1 PS4 PWD RANDOM SECONDS SHELL
SHELLOPTS SHLVL SSH_AGENT_PID SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY STY SUDO_COMMAND SUDO_GID
SUDO_UID SUDO_USER SYSTEMD_EXEC_PID TERM TERM_PROGRAM TERM_PROGRAM_VERSION TMOUT TMP TMPDIR TEMP TMUX TZ UID
USER USERNAME VISUAL WAYLAND_DISPLAY WINDOWID XAUTHORITY XDG_CONFIG_HOME XDG_CURRENT_DESKTOP XDG_DATA_DIRS
XDG_DATA_HOME XDG_RUNTIME_DIR XDG_SEAT XDG_SESSION_ID XDG_SESSION_TYPE XDG_STATE_HOME XDG_VTNR AT_SPI_BUS
INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_FDNAMES LISTEN_PID MAINPID MANAGERPID MEMORY_PRESSURE_WATCH
MEMORY_PRESSURE_WRITE NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC CACHE_DIRECTORY CONFIGURATION_DIRECTORY
CREDENTIALS_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY STATE_DIRECTORY EXIT_CODE EXIT_STATUS SERVICE_RESULT
http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY HTTP_URL HTTPS_URL
DOCKER_HOST DOCKER_BUILDKIT DOCKER_CONFIG DOCKER_CONTENT_TRUST COMPOSE_FILE COMPOSE_PROFILES
COMPOSE_PROJECT_NAME container CONTAINER_ID KUBERNETES_PORT KUBERNETES_PORT_443_TCP
KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS
DATABASE_NAME DATABASE_PORT DATABASE_PORT_5432_TCP DATABASE_PORT_5432_TCP_ADDR DATABASE_PORT_5432_TCP_PROTO
DATABASE_SERVICE_HOST DATABASE_SERVICE_PORT DATABASE_SERVICE_PORT_POSTGRES DATABASE_ENV_PGDATA SMTP_PORT_25_TCP
POSTGRES_DB POSTGRES_HOST POSTGRES_PASSWORD POSTGRES_PORT POSTGRES_URL POSTGRES_USER PGDATA PGDATABASE PGHOST
PGPASSFILE PGPASSWORD PGPORT PGSSLMODE PGUSER MYSQL_HOST MYSQL_PASSWORD REDIS_HOST REDIS_URL MONGO_URL
AWS_ACCESS_KEY_ID AWS_DEFAULT_REGION AWS_PROFILE AWS_REGION AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
AWS_CA_BUNDLE AZURE_CLIENT_ID GOOGLE_APPLICATION_CREDENTIALS GCLOUD_PROJECT CLOUDSDK_CONFIG DYNO PORTS SPORT
CI CI_JOB_ID CI_COMMIT_SHA CI_PROJECT_DIR CI_PIPELINE_ID GITHUB_ACTIONS GITHUB_ENV GITHUB_PATH GITHUB_REF
GITHUB_REPOSITORY GITHUB_RUN_ID GITHUB_SHA GITHUB_TOKEN GITHUB_WORKSPACE GITLAB_CI JENKINS_HOME JENKINS_URL
BUILD_ID BUILD_NUMBER BUILD_URL RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE TRAVIS BUILDKITE CIRCLECI TEAMCITY_VERSION
INIT_CWD NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_DEBUG NODE_V8_COVERAGE
NODE_TLS_REJECT_UNAUTHORIZED NODE_TEST_CONTEXT NVM_BIN NVM_DIR NVM_INC NVM_CD_FLAGS VOLTA_HOME FORCE_COLOR
NO_COLOR COLOR npm_command npm_config_cache npm_config_global_prefix npm_config_globalconfig npm_config_init_module
npm_config_local_prefix npm_config_loglevel npm_config_node_gyp npm_config_noproxy npm_config_prefix
npm_config_registry npm_config_user_agent npm_config_userconfig npm_execpath npm_lifecycle_event
npm_lifecycle_script npm_node_execpath npm_package_engines_node npm_package_json npm_package_name
npm_package_version npm_package_dependencies_pg npm_config_host npm_config_port npm_config_log_level EDITOR
SSL_CERT_DIR SSL_CERT_FILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO GIT_AUTHOR_NAME GIT_EDITOR
DEBIAN_FRONTEND DEBCONF_NONINTERACTIVE_SEEN JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME PYTHONPATH VIRTUAL_ENV
CONDA_PREFIX HOMEBREW_PREFIX FLASK_ENV DJANGO_SETTINGS_MODULE RAILS_ENV SECRET_KEY SECRET_KEY_BASE SERVER_NAME
SERVER_PORT SERVER_SOFTWARE REMOTE_ADDR SENTRY_DSN LOG_FILE LOG_FORMAT LOG_DIR DEBUG VERBOSE QUIET DATADIR_OLD
DATA ROOT BASE_URL API_URL API_KEY ACCESS_TOKEN TOKEN USER_AGENT ROWS TRUST_STORE CHROME_BIN CHROMIUM_PATH
TEST_DATABASE_URL TEST_FOLDER TEST_CITUS_URLS BENCH_DATABASE_URL ALL_ENGINES SEED KISIMA_ENV_FILE DEBIAN_MIRROR
`
  .trim()
  .split(/\s+/);

describe('a misspelt setting', () => {
  it('is told with the one that was meant', () => {
    const meant = Object.entries({
      DATA_DRI: 'DATA_DIR',
      DATADIR: 'DATA_DIR',
      data_dir: 'DATA_DIR',
      'DATA-DIR': 'DATA_DIR',
      DATABSE_URL: 'DATABASE_URL',
      DATABASE_URI: 'DATABASE_URL',
      DATABASE_READ_LAG: 'DATABASE_READ_LAG_SECONDS',
      TRUSTED_PROXY: 'TRUST_PROXY',
      ALLOWED_HOST: 'ALLOWED_HOSTS',
      LOGLEVEL: 'LOG_LEVEL',
      PROT: 'PORT',
      SMTP_ULR: 'SMTP_URL',
      SMPT_URL: 'SMTP_URL',
      SERVER_SECRETS: 'SERVER_SECRET',
      SERVER_SECRET_FIEL: 'SERVER_SECRET_FILE',
      HOURS_TOKEN: 'TOKEN_HOURS',
      RAW_RETENTION_DAY: 'RAW_RETENTION_DAYS',
    });
    for (const [given, name] of meant) assert.equal(meantBy(given), name, given);
    assert.equal(
      describeMisspelt({ given: 'DATA_DRI', meant: 'DATA_DIR' }),
      'DATA_DRI is no setting; did you mean DATA_DIR?',
    );
  });

  it('is told without one where only its topic is known', () => {
    for (const given of ['SMTP_HOST', 'SMPP_PASSWORD', 'SMS_GATEWAY', 'DATABASE_PASSWORD']) {
      assert.deepEqual(findMisspelt({ [given]: 'x' }, known), [{ given, meant: undefined }]);
    }
    assert.equal(
      describeMisspelt({ given: 'SMTP_HOST', meant: undefined }),
      'SMTP_HOST is no setting; docs/settings.md lists them all.',
    );
  });

  it('is none of ours, and none that other programs have', () => {
    const env = Object.fromEntries([...known, ...usual].map((name) => [name, 'x']));
    assert.deepEqual(findMisspelt(env, known), []);
    assert.deepEqual(findMisspelt({ DATA_DRI: '' }, known), [], 'an empty one is not set');
  });

  it('is found by one letter that is missing, wrong or too many in a name of more than six', () => {
    const names = settings.filter((name) => name.length > 8);
    const kinds = fc.constantFrom('missing', 'wrong', 'extra', 'swapped');
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), kinds, (name, seed, kind) => {
        const at = 1 + (seed % (name.length - 2));
        const [left, right] = [name.slice(0, at), name.slice(at)];
        const given = {
          missing: left + right.slice(1),
          wrong: `${left}Q${right.slice(1)}`,
          extra: `${left}Q${right}`,
          swapped: `${left}${right[1]}${right[0]}${right.slice(2)}`,
        }[kind];
        fc.pre(!known.includes(given));
        assert.notEqual(meantBy(given), undefined, given);
      }),
    );
  });

  it('is never a name of other letters, behind a prefix of somebody else', () => {
    const prefix = fc.constantFrom('npm_config_', 'GITHUB_', 'CI_', 'AWS_', 'KUBERNETES_', 'XDG_');
    fc.assert(
      fc.property(prefix, fc.constantFrom(...settings), (before, name) => {
        assert.equal(meantBy(before + name), undefined);
      }),
    );
  });
});
