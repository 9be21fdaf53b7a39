import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where backups are kept side by side, each under a name of its own. */
export type BackupPlace = {
  /** The names of all that is there. */
  list: () => Promise<string[]>;
  /** @throws where the file is not there whole afterwards. */
  store: (file: string, name: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
};

/** What is made in the folder is there already. */
export function folderPlace(folder: string): BackupPlace {
  return {
    list: () => readdir(folder),
    store: async () => {},
    remove: (name) => rm(join(folder, name)),
  };
}
