declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  type Options = {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string }[];
  };

  class S3rver {
    constructor(options: Options);
    allowMismatchedSignatures: boolean;
    middleware: ((ctx: { path: string }, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
  export = S3rver;
}
