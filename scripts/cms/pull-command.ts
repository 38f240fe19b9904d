import { openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import { getLocalDeliveryConnection, parseDeliveryConnection } from '#cms/sync/contentful/space-connections.ts'
import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import { formatPullSummary } from '#cms/sync/pull/format-pull-summary.ts'
import { pullSpace } from '#cms/sync/pull/pull-space.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { LOCAL_CONTENTFUL_FOLDER, MEDIA_FOLDER, SEED_FOLDER } from './folders.ts'

export interface PullCommandOptions {
  readonly json?: boolean
  readonly dryRun?: boolean
  readonly prune?: boolean
}

/** Writes the published content to the seed, which the site bundles as fallback. Sets exit code 2 if a file is unsafe. */
export async function runPullCommand(
  { dryRun = false, prune = false }: PullCommandOptions,
  output: CommandOutput,
): Promise<void> {
  const envConnection = parseDeliveryConnection(process.env)
  await using target = await openCommandTarget({
    envConnection,
    getLocalConnection: getLocalDeliveryConnection,
    folder: LOCAL_CONTENTFUL_FOLDER,
    log: output.log,
  })
  output.log(`Pulling ${target.name}`)
  const summary = await pullSpace({
    connection: target.connection,
    seedFolder: SEED_FOLDER,
    mediaFolder: MEDIA_FOLDER,
    dryRun,
    prune,
    progress: createConsoleProgress(output.stream),
  })
  output.result(
    summary,
    `\n${formatPullSummary(summary)}`,
    summary.refused.length > 0 ? EXIT_CODES.failures : EXIT_CODES.done,
  )
}
