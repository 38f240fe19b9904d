import { openMediaCache } from '#cms/seed/media-cache.ts'
import { addPictures } from '#cms/sync/add/add-pictures.ts'
import { LOGOS, PHOTOS, type PictureKind } from '#cms/sync/add/picture-kind.ts'
import { addText, countsOf, isIncomplete } from '#cms/sync/add/summary.ts'
import { connectionFromEnv, localConnection, requestsPerSecondFromEnv } from '#cms/sync/connection.ts'
import { consoleProgress } from '#cms/sync/console-progress.ts'
import { openTarget } from '#cms/sync/target.ts'
import { agreement, asking } from './consent.ts'
import { CMS_FOLDER, FINGERPRINT_CACHE } from './folders.ts'
import { EXIT, type Output } from './output.ts'

export interface AddOptions {
  readonly json?: boolean
  /** A CSV file. */
  readonly texts?: string
  readonly draft?: boolean
  readonly again?: boolean
  readonly yes?: boolean
}

/** Adds photographs at the end of the gallery. */
export const addPhotos = (files: readonly string[], options: AddOptions, output: Output) =>
  add(PHOTOS, files, options, output)

/** Adds logos at the end of the affiliations. */
export const addLogos = (files: readonly string[], options: AddOptions, output: Output) =>
  add(LOGOS, files, options, output)

async function add(
  kind: PictureKind,
  paths: readonly string[],
  { texts, draft = false, again = false, yes = false }: AddOptions,
  output: Output,
): Promise<void> {
  const requestsPerSecond = requestsPerSecondFromEnv(process.env)
  const real = connectionFromEnv(process.env)
  await using target = await openTarget({ real, local: localConnection, folder: CMS_FOLDER, say: output.say })
  output.say(`Adding to ${target.name}`)
  const terminal = { input: process.stdin, output: process.stderr }
  const summary = await addPictures({
    connection: target.connection,
    kind,
    paths,
    draft,
    again,
    cache: await openMediaCache({ file: FINGERPRINT_CACHE, say: output.say }),
    progress: consoleProgress(output.stream),
    confirm: agreement(target.connection, { yes, terminal }),
    ...(process.stdin.isTTY && { ask: asking(terminal) }),
    ...(texts !== undefined && { textsFile: texts }),
    ...(requestsPerSecond && { requestsPerSecond }),
  })
  const report = { ...summary, counts: countsOf(summary.pictures), milliseconds: Math.round(summary.milliseconds) }
  output.result(report, `\n${addText(summary)}`, isIncomplete(summary) ? EXIT.failures : EXIT.done)
}
