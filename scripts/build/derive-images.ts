import { constants, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  openPictureCache,
  PictureCacheError,
  PictureChangedError,
  type SourcePicture,
  UnreadablePictureError,
} from 'contentful-local/images'
import { readSeed } from '#cms/seed/read-seed.ts'
import { IMAGE_CACHE_FOLDER } from '#scripts/cli/folders.ts'
import { UserError } from '#shared/user-error.ts'
import { type DerivedImage, listDynamicGalleryImages, listSeedImages } from './derived-image-list.ts'
import { assertSafeSvgFiles } from './svg-safety.ts'

const cache = openPictureCache(IMAGE_CACHE_FOLDER)

/** Derives an image by its file name, unless it is cached, and returns its path; `null` if the seed has no such image. */
export async function deriveImage(name: string): Promise<string | null> {
  const find = (files: readonly DerivedImage[]) => files.find((file) => file.name === name)
  const file = find(await listSeedImages()) ?? find(await listDynamicGalleryImages())
  if (!file) return null
  const [path = null] = await getCachedPaths(file.source, [file])
  return path
}

/** Writes every derived image of the bundled content into a folder. Throws `UserError`. */
export async function deriveAllImages(
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const isDynamic = !readSeed().entries.some(({ type }) => type === 'galleryImage')
  const named = [...(await listSeedImages()), ...(isDynamic ? await listDynamicGalleryImages() : [])]
  const files = [...new Map(named.map((file) => [file.name, file])).values()] // two assets may use the same file
  await mkdir(folder, { recursive: true })
  let done = 0
  await Promise.all(
    [...Map.groupBy(files, ({ source }) => source)].map(async ([source, images]) => {
      const paths = await getCachedPaths(source, images)
      const copy = ({ name }: DerivedImage, index: number) =>
        copyFile(paths[index] ?? '', join(folder, name), constants.COPYFILE_FICLONE)
      await Promise.all(images.map(copy))
      done += images.length
      onProgress(done, files.length)
    }),
  )
}

/** Deletes cached images that no build and no local Contentful used for 30 days. */
export const pruneDerivedImages = (): Promise<void> => cache.prune()

/** Returns the cached paths of these images of one source, in their order. An SVG is checked and served unchanged. */
async function getCachedPaths(source: SourcePicture, files: readonly DerivedImage[]): Promise<readonly string[]> {
  const derivations = files.flatMap(({ derivation }) => derivation ?? [])
  if (derivations.length === 0) await assertSafeSvgFiles([source.path])
  const names = derivations.length > 0 ? cache.derive(source, derivations) : Promise.all([cache.copy(source)])
  return (await names.catch(throwUserError)).map((name) => join(IMAGE_CACHE_FOLDER, name))
}

function throwUserError(error: unknown): never {
  const isKnown = [PictureCacheError, PictureChangedError, UnreadablePictureError].some((type) => error instanceof type)
  throw isKnown && error instanceof Error ? new UserError(error.message) : error
}
