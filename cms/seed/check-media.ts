import { open, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import type { Id } from '#cms/model/fields.ts'
import { linksOf, type SeedLink } from './check-links.ts'
import { rulesOf } from './rules.ts'
import type { SeedAsset, SeedEntry } from './types.ts'

/** What a file on disk turned out to be; `problem` where it cannot be uploaded. */
export interface MediaFile {
  readonly asset: SeedAsset
  readonly group: string
  readonly bytes: number
  readonly problem?: string
}

/** By extension: Contentful's group of mime types, and the format that must be inside, in sharp's words. */
const KINDS: Readonly<Record<string, { readonly group: 'image' | 'video'; readonly format: string }>> = {
  '.avif': { group: 'image', format: 'heif' },
  '.jpg': { group: 'image', format: 'jpeg' },
  '.mp4': { group: 'video', format: 'mp4' },
  '.png': { group: 'image', format: 'png' },
  '.svg': { group: 'image', format: 'svg' },
  '.webp': { group: 'image', format: 'webp' },
}

/** Looks at the asset's file: is it there, and is it what its name says? Only its beginning is read. */
export async function readMediaFile(asset: SeedAsset, mediaFolder: string): Promise<MediaFile> {
  const path = join(mediaFolder, asset.file)
  const kind = KINDS[extname(asset.file)]
  const found = await stat(path).catch(() => undefined)
  const media = { asset, group: kind?.group ?? 'unknown', bytes: found?.size ?? 0 }
  const problem = (text: string): MediaFile => ({ ...media, problem: `file ${asset.file} ${text}` })

  if (asset.file.split('/').includes('..')) return problem(`is outside ${mediaFolder}; name a file below it`)
  if (!kind) return problem(`is of an unknown kind; use one of ${Object.keys(KINDS).join(', ')}`)
  if (!found?.isFile()) return problem(`is not in ${mediaFolder}; put it there, or correct the name`)
  if (found.size === 0) return problem('is empty; put the file there again')
  const format = kind.group === 'video' ? await filmFormat(path) : await imageFormat(path)
  if (format === kind.format) return media
  return problem(`is not ${kind.format} inside, but ${format ?? 'something unreadable'}; export it again`)
}

/** Names the links of an entry to files of the wrong group, or too large for their field. */
export function mediaProblemsOf(media: readonly MediaFile[]): (entry: SeedEntry) => readonly string[] {
  const sound = new Map<Id, MediaFile>(media.filter(({ problem }) => !problem).map((file) => [file.asset.id, file]))

  function problemsOfLink({ name, field, id }: SeedLink): readonly string[] {
    const file = field.link?.to === 'Asset' ? sound.get(id) : undefined
    if (!file) return []
    const about = `${name} names "${id}", whose file ${file.asset.file}`
    return rulesOf(field).flatMap(({ linkMimetypeGroup: groups, assetFileSize: size }) => [
      ...(groups && !groups.includes(file.group) ? [`${about} is of kind ${file.group}; name one of ${groups}`] : []),
      ...(size && file.bytes > size.max ? [`${about} has ${file.bytes} bytes; make it at most ${size.max}`] : []),
    ])
  }

  return (entry) => linksOf(entry).flatMap(problemsOfLink)
}

const imageFormat = (path: string) =>
  sharp(path)
    .metadata()
    .then(({ format }) => format)
    .catch(() => undefined)

/** An MP4 begins with a box named `ftyp`, after four bytes that hold its length (ISO/IEC 14496-12). */
async function filmFormat(path: string) {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
  return buffer.toString('latin1', 4) === 'ftyp' ? 'mp4' : undefined
}
