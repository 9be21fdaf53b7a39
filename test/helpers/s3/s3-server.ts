import { rm } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { makeTestFolder } from '../server/test-folder.ts';

/** A real S3 service, which checks all signatures but those of lists, with an empty bucket `backups`. */
export type S3Server = {
  /** Settings with which `kisima backup --to s3://backups/…` reaches it. */
  env: Record<string, string>;
  keys: () => Promise<string[]>;
  read: (key: string) => Promise<Buffer>;
  put: (key: string, text: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** The only ones that this service knows. */
const key = 'S3RVER';

export async function startS3(): Promise<S3Server> {
  const directory = await makeTestFolder('s3');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'backups' }],
  });
  // It forgets the slash with which the path of a bucket ends, and so finds another signature for lists.
  server.middleware.unshift(async (ctx, next) => {
    server.allowMismatchedSignatures = ctx.path === '/backups/';
    await next();
  });
  const { port } = await server.run();
  const endPoint = `http://127.0.0.1:${port}`;
  const region = 'us-east-1';
  const client = new S3Client({
    endPoint,
    region,
    bucket: 'backups',
    accessKey: key,
    secretKey: key,
  });
  return {
    env: { S3_ENDPOINT: endPoint, S3_REGION: region, S3_ACCESS_KEY: key, S3_SECRET_KEY: key },
    keys: async () => (await Array.fromAsync(client.listObjects())).map((found) => found.key),
    read: async (name) => Buffer.from(await (await client.getObject(name)).arrayBuffer()),
    put: async (name, text) => {
      await client.putObject(name, text);
    },
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
