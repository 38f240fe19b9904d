import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import { formatPullSummary, pullSpace } from '#cms/sync/pull/pull-space.ts'
import { MEDIA_FOLDER, SEED_FOLDER } from '#scripts/cli/folders.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { openSpace } from './open-space.ts'

/** Writes the published content to the seed, which the site bundles as fallback. */
export async function runPullCommand(
  { 'dry-run': dryRun = false }: { readonly 'dry-run'?: boolean },
  output: CommandOutput,
): Promise<void> {
  await using target = await openSpace('delivery', output)
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
