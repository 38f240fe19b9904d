import { statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ContentfulId } from '#cms/model/field-definitions.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { getFieldRules } from './field-rules.ts'
import { createMemoryCache, type MediaCache } from './media-cache.ts'
import type { SeedAsset, SeedEntry } from './seed-types.ts'
import { getSeedLinks, type SeedLink } from './validate-links.ts'

/** What a file on disk turned out to be; `problem` where it cannot be uploaded. */
export interface MediaFile {
  readonly asset: SeedAsset
  readonly group: string
  readonly bytes: number
  readonly problem?: string
}

/** bytes (docs/contentful.md, Limits) */
const LARGEST_IMAGE = 20_000_000

/** Where the files are: below this folder; those of `staged`, by their name in it, still somewhere else. */
export interface MediaLocation {
  readonly mediaFolder: string
  readonly staged?: ReadonlyMap<string, string>
  /** Without it every file is read. */
  readonly cache?: MediaCache
}

/** Looks at the asset's file: is it there, and is it what its name says? Of pictures and films only the beginning is read; a drawing is read whole, because it may hold a script. */
export async function readMediaFile(
  asset: SeedAsset,
  { mediaFolder, staged, cache = createMemoryCache() }: MediaLocation,
): Promise<MediaFile> {
  const path = staged?.get(asset.file) ?? join(mediaFolder, asset.file)
  const kind = MEDIA_TYPES[extname(asset.file)]
  const found = fileStatus(path)
  const media = { asset, group: kind?.group ?? 'unknown', bytes: found?.size ?? 0 }
  const problem = (text: string): MediaFile => ({ ...media, problem: `file ${asset.file} ${text}` })

  if (asset.file.split('/').includes('..')) return problem(`is outside ${mediaFolder}; name a file below it`)
  if (!kind) return problem(`is of an unknown kind; use one of ${Object.keys(MEDIA_TYPES).join(', ')}`)
  if (!found?.isFile()) return problem(`is not in ${mediaFolder}; put it there, or correct the name`)
  if (found.size === 0) return problem('is empty; put the file there again')
  if (kind.group === 'image' && found.size > LARGEST_IMAGE)
    return problem(`has ${found.size} bytes; make it at most ${LARGEST_IMAGE}`)
  const readFormat = kind.group === 'video' ? readFilmFormat : readImageFormat
  const format = await cache.ofFile(path, 'format', () => readFormat(path))
  if (format !== kind.format) return problem(`is not ${kind.format} inside, but ${format}; export it again`)
  const unsafe = kind.format === 'svg' ? findSvgProblem(await readFile(path)) : undefined
  return unsafe === undefined ? media : problem(`${unsafe}; export it as plain SVG`)
}

/** Names the links of an entry to files of the wrong group, or too large for their field. */
export function createMediaValidator(media: readonly MediaFile[]): (entry: SeedEntry) => readonly string[] {
  const sound = new Map<ContentfulId, MediaFile>(
    media.filter(({ problem }) => !problem).map((file) => [file.asset.id, file]),
  )

  function problemsOfLink({ name, field, id }: SeedLink): readonly string[] {
    const file = field.link?.to === 'Asset' ? sound.get(id) : undefined
    if (!file) return []
    const about = `${name} names "${id}", whose file ${file.asset.file}`
    return getFieldRules(field).flatMap(({ linkMimetypeGroup: groups, assetFileSize: size }) => [
      ...(groups && !groups.includes(file.group) ? [`${about} is of kind ${file.group}; name one of ${groups}`] : []),
      ...(size && file.bytes > size.max ? [`${about} has ${file.bytes} bytes; make it at most ${size.max}`] : []),
    ])
  }

  return (entry) => getSeedLinks(entry).flatMap(problemsOfLink)
}

/** Synchronous: for thousands of files ten times as fast. A folder without the right to read it counts as missing. */
function fileStatus(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const UNREADABLE = 'something unreadable'

async function readImageFormat(path: string): Promise<string> {
  const { default: sharp } = await import('sharp')
  return sharp(path)
    .metadata()
    .then(({ format }) => format ?? UNREADABLE)
    .catch(() => UNREADABLE)
}

/** An MP4 begins with a box named `ftyp`, after four bytes that hold its length; then comes its brand (ISO/IEC 14496-12). */
async function readFilmFormat(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
  const [name, brand] = [buffer.toString('latin1', 4, 8), buffer.toString('latin1', 8)]
  if (name !== 'ftyp') return UNREADABLE
  return brand === 'qt  ' ? 'mov' : 'mp4'
}
