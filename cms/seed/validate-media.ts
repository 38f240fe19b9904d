import { statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { parseValidations } from 'contentful-local/validation'
import { MAX_ASSET_BYTES } from '#cms/pictures/picture-rules.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { createMemoryCache, type MediaCache } from './media-cache.ts'
import type { SeedAsset, SeedEntry } from './seed-types.ts'
import { getSeedLinks, type SeedLink } from './validate-links.ts'

/** The file of an asset. */
export interface MediaFile {
  readonly asset: SeedAsset
  readonly group: string
  readonly bytes: number
  /** Why the file cannot be uploaded. */
  readonly problem?: string
}

/** The location of the media files. */
export interface MediaLocation {
  readonly mediaFolder: string
  /** Paths of files outside the media folder, by their future path below it. */
  readonly staged?: ReadonlyMap<string, string>
  /** Without it every file is read. */
  readonly cache?: MediaCache
}

/**
 * Checks the file of an asset: its existence, its size, and whether its content matches its extension. Reads only the
 * beginning of images and videos, and the whole of SVG files, which may contain scripts.
 */
export async function readMediaFile(
  asset: SeedAsset,
  { mediaFolder, staged, cache = createMemoryCache() }: MediaLocation,
): Promise<MediaFile> {
  const path = staged?.get(asset.file) ?? join(mediaFolder, asset.file)
  const mediaType = MEDIA_TYPES[extname(asset.file)]
  const stats = getStats(path)
  const mediaFile = { asset, group: mediaType?.group ?? 'unknown', bytes: stats?.size ?? 0 }
  const withProblem = (text: string): MediaFile => ({ ...mediaFile, problem: `file ${asset.file} ${text}` })

  if (asset.file.split('/').includes('..')) return withProblem(`is outside ${mediaFolder}; use a file below it`)
  if (!mediaType) return withProblem(`has an unknown type; use one of ${Object.keys(MEDIA_TYPES).join(', ')}`)
  if (!stats?.isFile()) return withProblem(`is not in ${mediaFolder}; put it there, or correct the name`)
  if (stats.size === 0) return withProblem('is empty; replace it')
  if (mediaType.group === 'image' && stats.size > MAX_ASSET_BYTES)
    return withProblem(`has ${stats.size} bytes; make it at most ${MAX_ASSET_BYTES}`)
  const readFormat = mediaType.group === 'video' ? readVideoFormat : readImageFormat
  const format = await cache.getOrComputeForFile(path, 'format', () => readFormat(path))
  if (format !== mediaType.format)
    return withProblem(`has the content of ${format}, not of ${mediaType.format}; export it again`)
  const svgProblem = mediaType.format === 'svg' ? findSvgProblem(await readFile(path)) : undefined
  return svgProblem === undefined ? mediaFile : withProblem(`${svgProblem}; export it as plain SVG`)
}

/** Creates a function that reports links to files of the wrong group, or that are too large for their field. */
export function createMediaValidator(mediaFiles: readonly MediaFile[]): (entry: SeedEntry) => readonly string[] {
  const validFiles = new Map<string, MediaFile>(
    mediaFiles.filter(({ problem }) => !problem).map((file) => [file.asset.id, file]),
  )

  function validateLink({ name, field, id }: SeedLink): readonly string[] {
    const file = field.link?.to === 'Asset' ? validFiles.get(id) : undefined
    if (!file) return []
    const start = `${name} links to "${id}", whose file ${file.asset.file}`
    return parseValidations(field.validations).flatMap(({ linkMimetypeGroup: groups, assetFileSize: size }) => [
      ...(groups && ![groups].flat().includes(file.group)
        ? [`${start} is of type ${file.group}; use one of type ${groups}`]
        : []),
      ...(size?.max && file.bytes > size.max ? [`${start} has ${file.bytes} bytes; make it at most ${size.max}`] : []),
    ])
  }

  return (entry) => getSeedLinks(entry).flatMap(validateLink)
}

/** Synchronous, which is ten times as fast for thousands of files. A file without read permission counts as missing. */
function getStats(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const UNKNOWN_FORMAT = 'an unknown format'

async function readImageFormat(path: string): Promise<string> {
  const { default: sharp } = await import('sharp')
  return sharp(path)
    .metadata()
    .then(({ format }) => format ?? UNKNOWN_FORMAT)
    .catch(() => UNKNOWN_FORMAT)
}

/** An MP4 starts with four bytes of length, the box name `ftyp` and the brand (ISO/IEC 14496-12). */
async function readVideoFormat(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
  const [name, brand] = [buffer.toString('latin1', 4, 8), buffer.toString('latin1', 8)]
  if (name !== 'ftyp') return UNKNOWN_FORMAT
  return brand === 'qt  ' ? 'mov' : 'mp4'
}
