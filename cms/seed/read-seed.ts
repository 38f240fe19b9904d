import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { model } from '#cms/model/model.gen.ts'
import { readSeedFiles } from './read-seed-files.ts'
import type { Seed } from './seed-types.ts'

/**
 * Reads all content of the site. The entries are in the order of the model, which is a valid order of publishing.
 * Throws `SeedFileError`.
 */
export function readSeed(folder: string = import.meta.dirname): Seed {
  const { assets, entries } = readSeedFiles(folder)
  const recordsByType = new Map(entries.flatMap((file) => [...file.recordsByType]))
  return {
    assets: Object.entries(assets.records).map(([id, asset]) => ({ id, ...asset })),
    entries: Object.keys(model)
      .filter(isModelContentType)
      .flatMap((type) => Object.entries(recordsByType.get(type) ?? {}).map(([id, fields]) => ({ id, type, fields }))),
  }
}
