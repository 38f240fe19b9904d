import { constants, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  openPictureCache,
  PictureCacheError,
  PictureChangedError,
  type SourcePicture,
  UnreadablePictureError,
} from '#cms/media/picture-cache.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { BadInput } from '#cms/sync/bad-input.ts'
import { IMAGE_CACHE_FOLDER } from '#scripts/cms/folders.ts'
import { type DerivedImage, listDynamicGalleryImages, listSeedImages } from './derived-image-list.ts'
import { assertSafeSvgFiles } from './svg-safety.ts'

const cache = openPictureCache(IMAGE_CACHE_FOLDER)

/** The path of a derived file by its name, derived on the first request; `null` if the seed has no such picture. */
export async function deriveImage(name: string): Promise<string | null> {
  const find = (files: readonly DerivedImage[]) => files.find((file) => file.name === name)
  const file = find(await listSeedImages()) ?? find(await listDynamicGalleryImages())
  if (!file) return null
  const [path = null] = await cachedPaths(file.source, [file])
  return path
}

/** Writes every derived file that the bundled content names into a folder. Throws `BadInput`. */
export async function deriveAllImages(
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const isDynamic = !readSeed().entries.some(({ type }) => type === 'galleryImage')
  const named = [...(await listSeedImages()), ...(isDynamic ? await listDynamicGalleryImages() : [])]
  const files = [...new Map(named.map((file) => [file.name, file])).values()] // two assets may have the same file
  await mkdir(folder, { recursive: true })
  let done = 0
  await Promise.all(
    [...Map.groupBy(files, ({ source }) => source)].map(async ([source, wanted]) => {
      const paths = await cachedPaths(source, wanted)
      const copy = ({ name }: DerivedImage, index: number) =>
        copyFile(paths[index] ?? '', join(folder, name), constants.COPYFILE_FICLONE)
      await Promise.all(wanted.map(copy))
      done += wanted.length
      onProgress(done, files.length)
    }),
  )
}

/** Deletes cached pictures that no build and no local Contentful used for 30 days. */
export const pruneDerivedImages = (): Promise<void> => cache.prune()

/** The paths of these files of one picture, in their order. A drawing is checked: it is served unchanged. */
async function cachedPaths(source: SourcePicture, files: readonly DerivedImage[]): Promise<readonly string[]> {
  const derivations = files.flatMap(({ derivation }) => derivation ?? [])
  if (derivations.length === 0) await assertSafeSvgFiles([source.path])
  const names = derivations.length > 0 ? cache.derive(source, derivations) : Promise.all([cache.copy(source)])
  return (await names.catch(throwBadInput)).map((name) => join(IMAGE_CACHE_FOLDER, name))
}

function throwBadInput(problem: unknown): never {
  const isKnown = [PictureCacheError, PictureChangedError, UnreadablePictureError].some(
    (type) => problem instanceof type,
  )
  throw isKnown && problem instanceof Error ? new BadInput(problem.message) : problem
}
