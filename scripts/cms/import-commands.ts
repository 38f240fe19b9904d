import { openMediaCache } from '#cms/seed/media-cache.ts'
import { openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import {
  getLocalManagementConnection,
  parseManagementConnection,
  parseRequestsPerSecond,
} from '#cms/sync/contentful/space-connections.ts'
import { importPictures } from '#cms/sync/import/import-pictures.ts'
import { countOutcomes, formatImportSummary, isImportIncomplete } from '#cms/sync/import/import-summary.ts'
import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from '#cms/sync/import/picture-type.ts'
import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { createTerminalPrompt, createWriteConfirmation } from './confirmation.ts'
import { LOCAL_CONTENTFUL_FOLDER, PERCEPTUAL_HASH_CACHE_FILE } from './folders.ts'

export interface ImportCommandOptions {
  readonly json?: boolean
  /** A CSV file. */
  readonly texts?: string
  readonly draft?: boolean
  readonly again?: boolean
  readonly yes?: boolean
}

/** Adds photographs at the end of the gallery. */
export const runPhotosAddCommand = (files: readonly string[], options: ImportCommandOptions, output: CommandOutput) =>
  add(PHOTO_TYPE, files, options, output)

/** Adds logos at the end of the affiliations. */
export const runLogosAddCommand = (files: readonly string[], options: ImportCommandOptions, output: CommandOutput) =>
  add(LOGO_TYPE, files, options, output)

async function add(
  pictureType: PictureType,
  paths: readonly string[],
  { texts, draft = false, again = false, yes = false }: ImportCommandOptions,
  output: CommandOutput,
): Promise<void> {
  const requestsPerSecond = parseRequestsPerSecond(process.env)
  const real = parseManagementConnection(process.env)
  await using target = await openCommandTarget({
    real,
    local: getLocalManagementConnection,
    folder: LOCAL_CONTENTFUL_FOLDER,
    say: output.say,
  })
  output.say(`Adding to ${target.name}`)
  const terminal = { input: process.stdin, output: process.stderr }
  const summary = await importPictures({
    connection: target.connection,
    pictureType,
    paths,
    draft,
    again,
    cache: await openMediaCache({ file: PERCEPTUAL_HASH_CACHE_FILE, say: output.say }),
    progress: createConsoleProgress(output.stream),
    confirm: createWriteConfirmation(target.connection, { yes, terminal }),
    ...(process.stdin.isTTY && { ask: createTerminalPrompt(terminal) }),
    ...(texts !== undefined && { textsFile: texts }),
    ...(requestsPerSecond && { requestsPerSecond }),
  })
  const report = { ...summary, counts: countOutcomes(summary.pictures), milliseconds: Math.round(summary.milliseconds) }
  output.result(
    report,
    `\n${formatImportSummary(summary)}`,
    isImportIncomplete(summary) ? EXIT_CODES.failures : EXIT_CODES.done,
  )
}
