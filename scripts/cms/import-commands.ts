import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from '#cms/pictures/picture-type.ts'
import { openMediaCache } from '#cms/seed/media-cache.ts'
import { importPictures } from '#cms/sync/import/import-pictures.ts'
import { countOutcomes, formatImportSummary, isImportIncomplete } from '#cms/sync/import/import-summary.ts'
import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { createTerminalPrompt, createWriteConfirmation } from './confirmation.ts'
import { PERCEPTUAL_HASH_CACHE_FILE } from './folders.ts'
import { openManagementTarget } from './management-target.ts'

export interface ImportCommandOptions {
  readonly json?: boolean
  /** The path of a CSV file. */
  readonly texts?: string
  readonly draft?: boolean
  readonly again?: boolean
  readonly yes?: boolean
}

/** Imports photos and appends them to the gallery. */
export const runPhotosAddCommand = (files: readonly string[], options: ImportCommandOptions, output: CommandOutput) =>
  runImport(PHOTO_TYPE, files, options, output)

/** Imports logos and appends them to the affiliations. */
export const runLogosAddCommand = (files: readonly string[], options: ImportCommandOptions, output: CommandOutput) =>
  runImport(LOGO_TYPE, files, options, output)

async function runImport(
  pictureType: PictureType,
  paths: readonly string[],
  { texts, draft = false, again = false, yes = false }: ImportCommandOptions,
  output: CommandOutput,
): Promise<void> {
  await using target = await openManagementTarget(output)
  output.log(`Adding to ${target.name}`)
  const terminal = { input: process.stdin, output: process.stderr }
  const summary = await importPictures({
    connection: target.connection,
    pictureType,
    paths,
    draft,
    again,
    cache: await openMediaCache({ file: PERCEPTUAL_HASH_CACHE_FILE, log: output.log }),
    progress: createConsoleProgress(output.stream),
    confirm: createWriteConfirmation(target.connection, { yes, terminal }),
    ...(process.stdin.isTTY && { ask: createTerminalPrompt(terminal) }),
    ...(texts !== undefined && { textsFile: texts }),
  })
  const report = { ...summary, counts: countOutcomes(summary.pictures), milliseconds: Math.round(summary.milliseconds) }
  output.result(
    report,
    `\n${formatImportSummary(summary)}`,
    isImportIncomplete(summary) ? EXIT_CODES.failures : EXIT_CODES.done,
  )
}
