import { model } from '#cms/model/model.gen.ts'
import { openMediaCache } from '#cms/seed/media-cache.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { formatSeedSummary } from '#cms/sync/apply/format-seed-summary.ts'
import { planSpace, type SeedSpaceOptions, type SeedSummary, seedSpace } from '#cms/sync/apply/seed-space.ts'
import { formatPlan, formatPlanCounts } from '#cms/sync/plan/format-plan.ts'
import { hasDrift, isUnchanged } from '#cms/sync/plan/plan.ts'
import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import { MEDIA_CACHE_FILE, MEDIA_FOLDER } from '#scripts/cli/folders.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { confirmWrite, openSpace } from './open-space.ts'

type Options = Readonly<{ environment?: string; force?: boolean; yes?: boolean }>

/** Prints the changes that `seed` would make. */
export const runPlanCommand = (options: Options, output: CommandOutput) =>
  withSpace(options, output, async (spaceOptions, name) => {
    output.log(`Planned changes of ${name}:\n`)
    const report = await planSpace(spaceOptions)
    const isBlocked = report.items.some(({ blocked }) => blocked !== undefined)
    return output.result(toReport(report), formatPlan(report.items), isBlocked ? EXIT_CODES.differs : EXIT_CODES.done)
  })

/** Writes the model, the media and the content of the seed to the space. */
export const runSeedCommand = ({ yes = false, ...options }: Options, output: CommandOutput) =>
  withSpace(options, output, async (spaceOptions, name) => {
    output.log(`Seeding ${name}`)
    const summary = await seedSpace({
      ...spaceOptions,
      progress: createConsoleProgress(output.stream),
      confirm: (items) => confirmWrite(spaceOptions.connection, yes, formatPlanCounts(items)),
    })
    const { counts, failures, skipped, writes } = summary
    const code = failures.length > 0 ? EXIT_CODES.failures : EXIT_CODES.done
    return output.result(
      { writes, ...toReport(summary), counts, failures, skipped },
      `\n${formatSeedSummary(summary)}`,
      code,
    )
  })

/** Compares the space with the seed. What only editors have changed is named, and is no difference. */
export const runVerifyCommand = (options: Options, output: CommandOutput) =>
  withSpace(options, output, async (spaceOptions, name) => {
    output.log(`Comparing ${name} with the seed`)
    const report = await planSpace(spaceOptions)
    const differs = report.items.some(hasDrift)
    const result = report.items.every(isUnchanged)
      ? ['Nothing differs from the seed.']
      : [formatPlan(report.items), ...(differs ? [] : ['Only changes of editors differ from the seed.'])]
    return output.result(toReport(report), result.join('\n'), differs ? EXIT_CODES.differs : EXIT_CODES.done)
  })

async function withSpace(
  { environment, force = false }: Options,
  output: CommandOutput,
  run: (options: SeedSpaceOptions, name: string) => Promise<void>,
): Promise<void> {
  await using target = await openSpace('management', output, environment)
  const { connection, name } = target
  const cache = await openMediaCache({ file: MEDIA_CACHE_FILE, log: output.log })
  const input = { seed: readSeed(), model, mediaFolder: MEDIA_FOLDER, cache, force }
  await run({ ...input, connection }, name)
}

const toReport = ({ items }: Pick<SeedSummary, 'items'>) => ({
  items: items.map(({ apply: _, dependsOn: __, ...item }) => item),
})
