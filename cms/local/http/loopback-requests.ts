/** The beginning of an answer's body, so many bytes at most: the rest is not waited for, and fills no memory. */
export async function readBodyUpTo({ body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let left = most
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  return Buffer.concat(chunks)
}
