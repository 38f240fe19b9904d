import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { SeedAsset } from '#cms/seed/seed-types.ts'
import type { AssetDownload } from './download-assets.ts'
import { generateFileNames, getFileStem } from './file-names.ts'

interface AssignedMedia {
  readonly assets: readonly SeedAsset[]
  /** Files to write: the path of the downloaded file, by the path below the media folder. */
  readonly staged: ReadonlyMap<string, string>
}

/** Assigns a path below the media folder to each file. An unchanged file keeps its path. */
export async function assignMediaPaths(
  downloads: readonly AssetDownload[],
  mediaFolder: string,
): Promise<AssignedMedia> {
  const existingFiles = await listFiles(mediaFolder)
  const readMediaFile = (file: string) => readFile(join(mediaFolder, file)).catch(() => undefined)
  const usedNames = new Set<string>()
  const staged = new Map<string, string>()
  const assets: SeedAsset[] = []
  const pending: { readonly download: AssetDownload; readonly path: string }[] = []

  function assign({ asset }: AssetDownload, file: string, isSeedName: boolean): void {
    const { id, title, fileName, previous } = asset
    usedNames.add(file.toLowerCase())
    const originalName = isSeedName ? (previous?.file === file && previous.originalName) || null : fileName
    assets.push({ id, file, title, ...(originalName !== null && { originalName }) })
  }

  for (const download of downloads) {
    const { asset, extension, path } = download
    const previousFile = asset.previous?.file
    if (path === null) {
      if (previousFile !== undefined) assign(download, previousFile, true)
      continue
    }
    const content = await readFile(path)
    const isUnchanged =
      previousFile !== undefined &&
      extname(previousFile) === extension &&
      (await readMediaFile(previousFile))?.equals(content)
    if (isUnchanged) assign(download, previousFile, hasSeedName(previousFile, content, asset.fileName))
    else pending.push({ download, path })
  }

  for (const { download, path } of pending) {
    const { asset, extension } = download
    const content = await readFile(path)
    for (const file of generateFileNames(getFileStem(asset.fileName, content), extension, asset.previous?.file)) {
      if (usedNames.has(file.toLowerCase())) continue
      const existingFile = existingFiles.get(file.toLowerCase())
      const isUnchanged = existingFile === file && (await readMediaFile(file))?.equals(content)
      if (existingFile !== undefined && !isUnchanged && file !== asset.previous?.file) continue
      if (!isUnchanged) staged.set(file, path)
      assign(download, file, hasSeedName(file, content, asset.fileName))
      break
    }
  }
  return { assets, staged }
}

/** Whether the file name in the space is the one that a seed run gives to the file. */
const hasSeedName = (file: string, content: Buffer, fileName: string) =>
  isSameFileName(addHashToFileName(basename(file), content), fileName)

/** Returns the files of a folder by their names in lower case: many file systems ignore the case. */
async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  return new Map(names.map((name) => name.replaceAll('\\', '/')).map((name) => [name.toLowerCase(), name]))
}
