import type { StoredResource } from '#cms/local/store/resource-table.ts'
import { expectVersion } from './versions.ts'

/**
 * The official client processes the files of all languages at once, each under the version that the asset had before
 * the first of them. Until something else changes the asset, that version is as good as the newest.
 */
export function createProcessingVersions() {
  /** By asset: the version that its processing began with, and the one that it led to. */
  const runs = new Map<string, { readonly from: number; readonly to: number }>()
  const runOf = ({ id, version }: StoredResource<unknown>) => {
    const run = runs.get(id)
    return run?.to === version ? run : undefined
  }
  return {
    /** Throws where the client means another version. */
    expect(found: StoredResource<unknown>, sent: number | undefined): void {
      const { from } = runOf(found) ?? { from: found.version }
      const isOfThisRun = sent !== undefined && sent >= from && sent <= found.version
      if (!isOfThisRun) expectVersion(found, sent)
    },
    /** A file was processed; `before` is what the asset was until then. */
    processed(before: StoredResource<unknown>): void {
      const { from } = runOf(before) ?? { from: before.version }
      runs.set(before.id, { from, to: before.version + 1 })
    },
  }
}
