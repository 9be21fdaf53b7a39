import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import type { Config } from '../../config.ts';
import { CommandError } from '../command-error.ts';
import type { BackupPlace } from './backup-place.ts';

/** Four parts are under way at once, so this is a quarter of the memory; 10,000 of them are 160 GB. */
const leastPartBytes = 16 * 2 ** 20;
const mostParts = 10_000;

/**
 * A bucket of an S3 service, below a prefix.
 * @param url `s3://bucket/prefix`.
 * @throws CommandError for an invalid URL, or where the keys are not set.
 */
export function s3Place(settings: Config['s3'], url: string): BackupPlace {
  const [, bucket = '', path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})(?:\/(.*))?$/.exec(url) ?? [];
  if (bucket === '') throw new CommandError(`${url} is no s3://bucket/prefix.`);
  const { accessKey, secretKey, region } = settings;
  if (accessKey === undefined || secretKey === undefined) {
    throw new CommandError('S3_ACCESS_KEY and S3_SECRET_KEY are needed for s3://.');
  }
  const endPoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const client = new S3Client({ endPoint, region, bucket, accessKey, secretKey, pathStyle: true });
  const trimmed = path.replaceAll(/^\/+|\/+$/g, '');
  const prefix = trimmed === '' ? '' : `${trimmed}/`;
  return {
    list: async () => {
      const names: string[] = [];
      for await (const { key } of client.listObjects({ prefix }))
        names.push(key.slice(prefix.length));
      return names;
    },
    store: async (file, name) => {
      const { size } = await stat(file);
      const partSize = Math.max(leastPartBytes, Math.ceil(size / mostParts));
      const content = Readable.toWeb(createReadStream(file));
      await client.putObject(prefix + name, content, { size, partSize });
      const stored = await client.statObject(prefix + name);
      if (stored.size !== size) throw new Error(`${stored.size} bytes arrived of ${size}`);
    },
    remove: (name) => client.deleteObject(prefix + name),
  };
}
