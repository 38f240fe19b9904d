import { model } from '#cms/model/model.ts'
import { openMediaCache } from '#cms/seed/media-cache.ts'
import { readSeed } from '#cms/seed/seed.ts'
import { connectionFromEnv, localConnection, requestsPerSecondFromEnv } from '#cms/sync/connection.ts'
import { consoleProgress } from '#cms/sync/console-progress.ts'
import { planText } from '#cms/sync/plan-text.ts'
import { itemReport } from '#cms/sync/report.ts'
import { isDrift, type PlanReport, planSpace, type SeedTask, seedSpace } from '#cms/sync/seed-space.ts'
import { summaryText } from '#cms/sync/summary.ts'
import { openTarget } from '#cms/sync/target.ts'
import { consent } from './consent.ts'
import { CMS_FOLDER, MEDIA_CACHE, MEDIA_FOLDER } from './folders.ts'
import { EXIT, type Output } from './output.ts'
import { previewsOf } from './previews.ts'

export interface PlanOptions {
  readonly json?: boolean
  readonly force?: boolean
  readonly prune?: boolean
}

export interface SeedOptions extends PlanOptions {
  readonly yes?: boolean
}

/** What `seed` would do. */
export const plan = (options: PlanOptions, output: Output) =>
  withSpace(output, async (task, name) => {
    output.say(`What seeding would do with ${name}:\n`)
    const report = await planSpace({ ...task, policy: policyOf(options) })
    return output.result(planReport(report), planText(report.items), EXIT.done)
  })

/** Brings the model, the pictures and the content into the space. */
export const seed = ({ yes = false, ...options }: SeedOptions, output: Output) =>
  withSpace(output, async (task, name) => {
    output.say(`Seeding ${name}`)
    const terminal = { input: process.stdin, output: process.stderr }
    const summary = await seedSpace({
      ...task,
      policy: policyOf(options),
      progress: consoleProgress(output.stream),
      confirm: consent(task.connection, { yes, terminal }),
    })
    const { counts, failures } = summary
    const code = failures.length > 0 ? EXIT.failures : EXIT.done
    return output.result({ ...planReport(summary), counts, failures }, `\n${summaryText(summary)}`, code)
  })

/** Whether the space holds what the seed says. */
export const verify = (output: Output) =>
  withSpace(output, async (task, name) => {
    output.say(`Comparing ${name} with the seed`)
    const report = await planSpace(task)
    const drift = report.items.filter(isDrift)
    const text = drift.length === 0 ? 'Nothing differs from the seed.' : planText(report.items)
    return output.result(planReport(report), text, drift.length === 0 ? EXIT.done : EXIT.differs)
  })

async function withSpace(output: Output, use: (task: SeedTask, name: string) => Promise<void>): Promise<void> {
  const requestsPerSecond = requestsPerSecondFromEnv(process.env)
  const real = connectionFromEnv(process.env)
  await using target = await openTarget({ real, local: localConnection, folder: CMS_FOLDER, say: output.say })
  const previews = await previewsOf({ env: process.env, folder: real ? undefined : CMS_FOLDER })
  const cache = await openMediaCache({ file: MEDIA_CACHE, say: output.say })
  const source = { seed: readSeed(), model, mediaFolder: MEDIA_FOLDER, cache, previews }
  await use({ ...source, connection: target.connection, ...(requestsPerSecond && { requestsPerSecond }) }, target.name)
}

const policyOf = ({ force = false, prune = false }: PlanOptions) => ({ force, prune })

const planReport = ({ items, reads, writes, milliseconds }: PlanReport) => ({
  reads,
  writes,
  milliseconds: Math.round(milliseconds),
  items: items.map(itemReport),
})
