import { openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import { formatPullSummary, pullSpace } from '#cms/sync/pull/pull-space.ts'
import { LOCAL_CONTENTFUL_FOLDER, MEDIA_FOLDER, SEED_FOLDER } from '#scripts/cli/folders.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'

export interface PullCommandOptions {
  readonly 'dry-run'?: boolean
}

/** Writes the published content to the seed, which the site bundles as fallback. */
export async function runPullCommand(
  { 'dry-run': dryRun = false }: PullCommandOptions,
  output: CommandOutput,
): Promise<void> {
  await using target = await openCommandTarget({
    env: process.env,
    api: 'delivery',
    folder: LOCAL_CONTENTFUL_FOLDER,
    log: output.log,
  })
  output.log(`Pulling ${target.name}`)
  const summary = await pullSpace({
    connection: target.connection,
    seedFolder: SEED_FOLDER,
    mediaFolder: MEDIA_FOLDER,
    dryRun,
    progress: createConsoleProgress(output.stream),
  })
  output.result(summary, `\n${formatPullSummary(summary)}`, EXIT_CODES.done)
}
