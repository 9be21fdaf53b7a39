// A Debian of its own in a folder, as on a machine that was just set up: what is tried there meets none of
// the packages, users and settings of this one. It needs root, `debootstrap` and `unshare`.
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

export type DebianRoot = {
  folder: string;
  /**
   * Runs a script of `sh` inside, with processes and mounts of its own, which end with it.
   * @param user root, or a user that was made inside
   * @returns its exit code, and what it printed, which is seen meanwhile too
   */
  run: (script: string, user?: string) => Promise<{ exitCode: number; output: string }>;
  remove: () => Promise<void>;
};

type Wanted = {
  /** Of Debian, such as `stable` or `bookworm`. */
  suite: string;
  /** Debian's packages, which come without what they only recommend. */
  packages: string[];
  /** Where its folder is made; not on a file system that forbids devices or programs. */
  within: string;
};

/** Those of this machine without which nothing is reached from inside. */
const ofTheNetwork = ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt'];
const proxies = ['http_proxy', 'https_proxy', 'no_proxy'];
const npmSettings = ['registry', 'proxy', 'https-proxy', 'noproxy'];

/** The devices that programs expect; a container has as many. */
const enter = `
  set -e
  root=$1 user=$2 script=$3
  shift 3
  mount -t tmpfs -o mode=755 dev "$root/dev"
  for each in null zero full random urandom tty; do
    touch "$root/dev/$each" && mount --bind "/dev/$each" "$root/dev/$each"
  done
  ln -s /proc/self/fd "$root/dev/fd"
  mkdir -m 1777 "$root/dev/shm" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
  home=$(chroot "$root" sh -c "getent passwd $user | cut -d: -f6")
  cd /
  exec chroot --userspec="$user" --groups= "$root" \\
    env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 \\
    HOME="$home" USER="$user" "$@" sh -c "cd && $script"`;

/** Makes one, and installs `packages` in it. `DEBIAN_MIRROR` names a mirror; else debootstrap knows one. */
export async function makeDebianRoot({ suite, packages, within }: Wanted): Promise<DebianRoot> {
  const folder = await mkdtemp(join(within, `kisima-root-${suite}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  const settings = await settingsForInside();
  const run = async (script: string, user = 'root') => {
    const { exitCode, all } = await execa(
      'unshare',
      [
        ...['--mount', '--pid', '--fork', '--kill-child', `--mount-proc=${folder}/proc`],
        ...['sh', '-c', enter, 'enter', folder, user, script, ...settings],
      ],
      {
        stdin: 'ignore',
        stdout: ['pipe', 'inherit'],
        stderr: ['pipe', 'inherit'],
        all: true,
        reject: false,
      },
    );
    return { exitCode: exitCode ?? 1, output: all };
  };
  try {
    // Whoever is not root has to get inside, too.
    await chmod(folder, 0o755);
    const mirror = process.env['DEBIAN_MIRROR'];
    const asked = ['--variant=minbase', suite, folder, ...(mirror ? [mirror] : [])];
    await execa('debootstrap', asked, { stdout: 'ignore', stderr: 'inherit' });
    await cp('/etc/resolv.conf', `${folder}/etc/resolv.conf`);
    await install(run, ['ca-certificates', ...packages]);
    for (const file of ofTheNetwork) await cp(file, `${folder}${file}`, { dereference: true });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, run, remove };
}

async function install(run: DebianRoot['run'], packages: string[]): Promise<void> {
  const quiet = 'DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0';
  const { exitCode } = await run(
    `${quiet} update && ${quiet} install --no-install-recommends ${packages.join(' ')} >/dev/null`,
  );
  if (exitCode !== 0) throw new Error(`${packages.join(' ')} cannot be installed, see above`);
}

/** What npm and others inside need in order to reach what they reach on this machine. */
async function settingsForInside(): Promise<string[]> {
  const settings = ['NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'];
  for (const name of proxies) {
    if (process.env[name]) settings.push(`${name}=${process.env[name]}`);
  }
  for (const name of npmSettings) {
    const { stdout } = await execa('npm', ['config', 'get', name], { preferLocal: false });
    if (stdout && stdout !== 'null')
      settings.push(`npm_config_${name.replace('-', '_')}=${stdout}`);
  }
  return settings;
}
