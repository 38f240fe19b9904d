import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MediaCache, memoryCache } from '#cms/seed/media-cache.ts'
import type { Connection } from '#cms/sync/connection.ts'
import { type Progress, silent } from '#cms/sync/progress.ts'
import { refusalOf } from '#cms/sync/refusal.ts'
import { openSpace, type Traffic } from '#cms/sync/space-client.ts'
import { linksInto } from '#cms/sync/web-app.ts'
import { type Ask, toldPictures } from './ask-texts.ts'
import { type BroughtIn, bringIn } from './bring-in.ts'
import { expectRoom, mayPublish } from './expect-page.ts'
import { findPictures } from './found-pictures.ts'
import { type Outcome, outcomes } from './outcome.ts'
import type { PictureKind } from './picture-kind.ts'
import { isPrepared, prepared, withMasters } from './prepare.ts'
import { readPictures } from './read-pictures.ts'
import { seenPictures } from './seen-pictures.ts'
import { sortOut } from './sort-out.ts'
import { textsFor } from './texts.ts'

export interface AddTask {
  readonly connection: Connection
  readonly requestsPerSecond?: number
  readonly kind: PictureKind
  /** Files and folders. */
  readonly paths: readonly string[]
  /** A CSV file; without it those beside the pictures. */
  readonly textsFile?: string
  /** Nothing is published. */
  readonly draft?: boolean
  /** Pictures that are there already are added once more. */
  readonly again?: boolean
  /** Of how pictures look; without it all of them are read. */
  readonly cache?: MediaCache
  readonly progress?: Progress
  /** Without it nobody is there to be asked. */
  readonly ask?: Ask
  /** Asked once, before the first write, with what is to be done; throws where the answer is no. */
  readonly confirm?: (what: string) => Promise<void>
}

export interface AddSummary extends Traffic {
  readonly pictures: readonly Outcome[]
  /** The page whose list they are in. */
  readonly page: { readonly entry: string; readonly link: string }
  /** Why visitors do not see them, where they should. */
  readonly waitsFor?: string
  /** What was not compared with them, and why. */
  readonly notes: readonly string[]
  readonly milliseconds: number
}

/**
 * Adds pictures at the end of their page's list: masters, entries, publication. A picture that is not fit or is there
 * already is left out, and the others go on. Throws `BadInput`, before the first write where that can be known.
 */
export async function addPictures(task: AddTask): Promise<AddSummary> {
  const {
    connection,
    kind,
    draft = false,
    again = false,
    progress = silent,
    ask,
    confirm,
    cache = memoryCache(),
  } = task
  const started = performance.now()
  const found = await findPictures(task.paths)
  const texts = await textsFor(found, kind, task.textsFile)
  await using folder = await temporaryFolder()

  const space = openSpace(connection, task.requestsPerSecond)
  const held = await readPictures(space, kind).catch((error: unknown) => {
    throw refusalOf(error, connection, 'reading') ?? error
  })
  const preparation = { kind, folder: folder.path, progress, cache }
  const made = await prepared(found.pictures, preparation)
  const { pictures: seen, unseen } = again
    ? { pictures: [], unseen: [] }
    : await seenPictures(held, kind, { scheme: connection.insecure ? 'http' : 'https', cache })
  await cache.save()
  const { added: fresh, duplicates } = sortOut(made.filter(isPrepared), { kind, held, seen, again, draft })
  const mastered = await withMasters(fresh, ({ isWaiting }) => !isWaiting, preparation)
  const added = mastered.filter(isPrepared)
  const refused = [...made, ...mastered].flatMap((picture) => (isPrepared(picture) ? [] : [picture]))

  let broughtIn: BroughtIn = { failures: new Map(), isPublished: false }
  const withOthersChanges = draft || added.length === 0 || (await mayPublish(held.page, added, kind.page, ask))
  expectRoom(held.page, added, kind.page)
  const { told, untold } = await toldPictures(added, texts, kind, ask)
  if (told.length > 0) {
    await confirm?.(`${told.length} more in the ${kind.page.name}, ${draft ? 'as drafts' : 'published'}.`)
    const fatal = (error: unknown) => refusalOf(error, connection, 'writing')
    broughtIn = await bringIn(told, { space, kind, held, draft, withOthersChanges, progress, fatal })
  }

  const links = linksInto(connection)
  const { waitsFor } = broughtIn
  return {
    pictures: outcomes(found.pictures, { refused, duplicates, untold, told, broughtIn }, links),
    page: { entry: held.page.sys.id, link: links.entry(held.page.sys.id) },
    ...(waitsFor && { waitsFor }),
    notes: unseen,
    ...space.traffic,
    milliseconds: performance.now() - started,
  }
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'pictures-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
