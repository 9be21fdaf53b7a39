import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A place with several backups, each under a name of its own. */
export type BackupPlace = {
  list: () => Promise<string[]>;
  /** @throws if the file is not there whole afterwards. */
  store: (file: string, name: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
};

/** A backup that was made in the folder is there already. */
export function folderPlace(folder: string): BackupPlace {
  return {
    list: () => readdir(folder),
    store: async () => {},
    remove: (name) => rm(join(folder, name)),
  };
}
