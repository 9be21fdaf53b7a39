/**
 * What PostgreSQL's `hashint8` gives for an id, by which Citus divides devices over shards. It is part
 * of both, since stored shards depend on it.
 *
 * See `hashint8` in `src/backend/access/hash/hashfunc.c` and `hash_bytes_uint32` in
 * `src/common/hashfn.c` of PostgreSQL, which is Bob Jenkins' lookup3
 * (https://burtleburtle.net/bob/c/lookup3.c).
 * @param id a whole number from 0 to 2^53 - 1.
 */
export function hashDevice(id: number): number {
  const start = 0x9e3779b9 + 4 + 3923095;
  let a = (start + ((id >>> 0) ^ Math.floor(id / 2 ** 32))) | 0;
  let b = start | 0;
  let c = start | 0;
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  return c;
}

function rotate(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}
