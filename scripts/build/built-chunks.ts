import type { Manifest, ManifestChunk } from 'vite'

/** The chunk that a source became. */
export function findChunk(manifest: Manifest, source: string): ManifestChunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  return chunk
}

/** A chunk with all that it imports, itself last; what it fetches on demand later is not among them. */
export function collectImportedChunks(
  manifest: Manifest,
  chunk: ManifestChunk,
  seen = new Set<ManifestChunk>(),
): Set<ManifestChunk> {
  if (seen.has(chunk)) return seen
  for (const imported of chunk.imports ?? []) collectImportedChunks(manifest, findChunk(manifest, imported), seen)
  return seen.add(chunk)
}

/** The style sheets of these chunks, each once. */
export const listStylesheets = (chunks: Iterable<ManifestChunk>): readonly string[] => [
  ...new Set([...chunks].flatMap((chunk) => chunk.css ?? [])),
]
