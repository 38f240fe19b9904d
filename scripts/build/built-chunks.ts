import type { Manifest, ManifestChunk } from 'vite'

/** Returns the chunk of a source file. Throws where the build has none. */
export function findChunk(manifest: Manifest, source: string): ManifestChunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  return chunk
}

/** Returns a chunk after its static imports, direct and indirect; dynamic imports are left out. */
export function collectImportedChunks(
  manifest: Manifest,
  chunk: ManifestChunk,
  seen = new Set<ManifestChunk>(),
): Set<ManifestChunk> {
  if (seen.has(chunk)) return seen
  for (const imported of chunk.imports ?? []) collectImportedChunks(manifest, findChunk(manifest, imported), seen)
  return seen.add(chunk)
}

/** Returns the stylesheets of these chunks without duplicates. */
export const listStylesheets = (chunks: Iterable<ManifestChunk>): readonly string[] => [
  ...new Set([...chunks].flatMap((chunk) => chunk.css ?? [])),
]
