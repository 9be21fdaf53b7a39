import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { isLoopback } from '../../kit/http/host-check.ts';
import { SettingError } from '../../kit/start-error.ts';

/** Address of a PostgreSQL, and the authorities that it is verified by. */
export type PostgresAddress = {
  url: string;
  /** PEM file of the authorities that may have signed its certificate; the system's own by default. */
  caFile?: string | undefined;
};

type Tls = false | ConnectionOptions;

/** Parameters of the URL that are about TLS; the driver must not read them in its own way. */
const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'uselibpqcompat'];

/**
 * Reads `sslmode` of a URL with the meanings that PostgreSQL's own programs give it
 * (https://www.postgresql.org/docs/current/libpq-ssl.html): `pg` 8 takes `require` for `verify-full`, and
 * `pg` 9 will not. Modes that try TLS and go on without it (`prefer`, `allow`) protect from nothing and are
 * refused.
 * @throws SettingError for a mode or a file that is of no use; it names neither user nor password.
 */
export function readAddress({ url, caFile }: PostgresAddress): {
  connectionString: string;
  ssl: Tls;
} {
  const [place = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const ssl = readTls(parameters, caFile);
  for (const name of tlsParameters) parameters.delete(name);
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  return { connectionString: `${place}${rest}`, ssl };
}

/** True if a machine in between could pass for the server: its certificate is not verified. */
export function isUnverified(address: PostgresAddress): boolean {
  const { ssl } = readAddress(address);
  return ssl !== false && ssl.rejectUnauthorized === false;
}

/** True if the connection goes to another machine without encryption; sockets are of this one. */
export function isPlain(address: PostgresAddress): boolean {
  const { connectionString, ssl } = readAddress(address);
  if (ssl !== false) return false;
  // A URL without a host means a socket of this machine, unless its query names one.
  const url = URL.parse(connectionString.replace('@/', '@localhost/'));
  const host = url?.searchParams.get('host') ?? url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

function readTls(parameters: URLSearchParams, caFile: string | undefined): Tls {
  const rootFile = caFile ?? parameters.get('sslrootcert') ?? undefined;
  const ca = rootFile === undefined || rootFile === 'system' ? undefined : read(rootFile);
  const mode = parameters.get('sslmode') ?? (ca === undefined ? 'disable' : 'verify-full');
  const certFile = parameters.get('sslcert');
  const keyFile = parameters.get('sslkey');
  const options: ConnectionOptions = {
    ...(ca !== undefined && { ca }),
    ...(certFile !== null && { cert: read(certFile) }),
    ...(keyFile !== null && { key: read(keyFile) }),
  };
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      return ca === undefined ? { ...options, rejectUnauthorized: false } : ofAnyName(options);
    case 'verify-ca':
      if (ca !== undefined) return ofAnyName(options);
      throw new SettingError('sslmode=verify-ca needs the authority: set DATABASE_CA_FILE.');
    case 'verify-full':
      return options;
    default:
      throw new SettingError(
        'sslmode of a database URL must be one of disable, require, verify-ca and verify-full.',
      );
  }
}

/** Requires a certificate that a trusted authority has signed, for any host. */
function ofAnyName(options: ConnectionOptions): ConnectionOptions {
  return { ...options, checkServerIdentity: () => undefined };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'it cannot be read' } = error as NodeJS.ErrnoException;
    throw new SettingError(`The certificate file ${path} cannot be read: ${code}.`);
  }
}
