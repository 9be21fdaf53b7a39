import { toIso } from '../../kit/time/instant.ts';

const pattern = /^kisima-\d{8}T\d{6}Z\.db$/;

/** Named after the second in UTC, so that names in the order of the alphabet are in that of time. */
export function backupName(now: number): string {
  return `kisima-${toIso(now).slice(0, 19).replaceAll(/[-:]/g, '')}Z.db`;
}

/** Whether a file was named so, and may be removed by a later backup. */
export function isBackupName(name: string): boolean {
  return pattern.test(name);
}

/**
 * Which backups go once `made` is there and `keep` are to stay: the oldest by name. What is named
 * otherwise is nobody's backup, and `made` stays also where a clock that was wrong has made newer names.
 */
export function expiredBackups(names: string[], made: string, keep: number): string[] {
  const others = names.filter((name) => isBackupName(name) && name !== made);
  return others
    .sort()
    .reverse()
    .slice(Math.max(0, keep - 1));
}
