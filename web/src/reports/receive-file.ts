/**
 * Reads a body piece by piece, so that a person sees it coming.
 * @param onProgress is told the bytes received so far.
 */
export async function receiveFile(
  response: Response,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const reader = response.body?.getReader();
  if (!reader) return await response.blob();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
    onProgress(bytes);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}
