import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { SeedAsset } from '#cms/seed/seed-types.ts'
import type { AssetDownload } from './download-assets.ts'
import { generateFileNames, getFileStem } from './file-names.ts'

interface Places {
  readonly assets: readonly SeedAsset[]
  /** Files to be written: by the name below the media folder, where they wait. */
  readonly staged: ReadonlyMap<string, string>
}

/** Finds a name below the media folder for each file. What is there already, byte for byte, stays where it is. */
export async function assignMediaPaths(found: readonly AssetDownload[], mediaFolder: string): Promise<Places> {
  const disk = await filesBelow(mediaFolder)
  const there = (file: string) => readFile(join(mediaFolder, file)).catch(() => undefined)
  const taken = new Set<string>()
  const staged = new Map<string, string>()
  const assets: SeedAsset[] = []
  const pending: { readonly arrival: AssetDownload; readonly path: string }[] = []

  function settle({ asset: { id, title, fileName, earlier } }: AssetDownload, file: string, ours: boolean): void {
    taken.add(file.toLowerCase())
    const originalName = ours ? (earlier?.file === file && earlier.originalName) || null : fileName
    assets.push({ id, file, title, ...(originalName !== null && { originalName }) })
  }

  for (const arrival of found) {
    const { asset, extension, path } = arrival
    const earlier = asset.earlier?.file
    if (path === null) {
      if (earlier !== undefined) settle(arrival, earlier, true)
      continue
    }
    const content = await readFile(path)
    const isSame = earlier !== undefined && extname(earlier) === extension && (await there(earlier))?.equals(content)
    if (isSame) settle(arrival, earlier, isOurs(earlier, content, asset.fileName))
    else pending.push({ arrival, path })
  }

  for (const { arrival, path } of pending) {
    const { asset, extension } = arrival
    const content = await readFile(path)
    for (const file of generateFileNames(getFileStem(asset.fileName, content), extension, asset.earlier?.file)) {
      if (taken.has(file.toLowerCase())) continue
      const onDisk = disk.get(file.toLowerCase())
      const isSame = onDisk === file && (await there(file))?.equals(content)
      if (onDisk !== undefined && !isSame && file !== asset.earlier?.file) continue
      if (!isSame) staged.set(file, path)
      settle(arrival, file, isOurs(file, content, asset.fileName))
      break
    }
  }
  return { assets, staged }
}

const isOurs = (file: string, content: Buffer, fileName: string) =>
  isSameFileName(addHashToFileName(basename(file), content), fileName)

/** By their names in small letters: on many machines two names that differ in nothing else are one. */
async function filesBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  return new Map(names.map((name) => name.replaceAll('\\', '/')).map((name) => [name.toLowerCase(), name]))
}
