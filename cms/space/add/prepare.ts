import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, parse } from 'node:path'
import PQueue from 'p-queue'
import type { Progress } from '#cms/space/progress.ts'
import { type Fingerprint, fingerprint } from './fingerprint.ts'
import type { FoundPicture } from './found-pictures.ts'
import type { PictureKind } from './picture-kind.ts'
import { Unfit } from './unfit.ts'

/** A picture that can be added, with its master on disk. */
export interface Prepared extends FoundPicture {
  /** Of the file as it came: the beginning of its SHA-256. What a run leaves undone, the next one knows by it. */
  readonly hash: string
  /** The master’s file. */
  readonly file: string
  /** px, upright, as the file came */
  readonly width: number
  readonly height: number
  readonly looks: Fingerprint
}

/** A picture that cannot be added, and why. */
export interface Refused extends FoundPicture {
  readonly reason: string
}

export const isPrepared = (picture: Prepared | Refused): picture is Prepared => 'hash' in picture

/** Makes the masters, below a folder. One that is no picture, or not fit for the site, costs itself alone. */
export async function prepared(
  pictures: readonly FoundPicture[],
  { kind, folder, progress }: { readonly kind: PictureKind; readonly folder: string; readonly progress: Progress },
): Promise<readonly (Prepared | Refused)[]> {
  const queue = new PQueue({ concurrency: availableParallelism() })
  const phase = progress.begin('Masters', pictures.length)
  const prepare = async (picture: FoundPicture, place: number): Promise<Prepared | Refused> => {
    try {
      return { ...picture, ...(await made(picture, kind, join(folder, `${place}`))) }
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      return { ...picture, reason: error.message }
    } finally {
      phase.advance()
    }
  }
  const done = await queue.addAll(pictures.map((picture, place) => () => prepare(picture, place)))
  phase.end()
  return done
}

async function made({ path }: FoundPicture, kind: PictureKind, folder: string) {
  const source = await readFile(path).catch(() => {
    throw new Unfit('cannot be read: nobody has the right to')
  })
  if (source.length === 0) throw new Unfit('is empty: export it again')
  const { content, extension, width, height } = await kind.master(source)
  if (content.length > kind.mostBytes)
    throw new Unfit(`has ${content.length} bytes; it may have ${kind.mostBytes}: export it smaller`)
  const looks = await fingerprint(content, kind.comparedAt).catch(() => {
    throw new Unfit('cannot be drawn: export it again')
  })
  const file = join(folder, `${plainName(parse(path).name) || kind.idPrefix}${extension}`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, content)
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12)
  return { hash, file, width, height, looks }
}

/** `Weld Rig (1)` → `weld-rig-1`: what stands in addresses, whatever a camera or a person called it. */
const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
