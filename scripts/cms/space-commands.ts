import { model } from '#cms/model/model.ts'
import { openMediaCache } from '#cms/seed/media-cache.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import {
  formatSeedSummary,
  hasDrift,
  type PlanReport,
  planSpace,
  type SeedSpaceOptions,
  seedSpace,
} from '#cms/sync/apply/seed-space.ts'
import { openCommandTarget } from '#cms/sync/contentful/command-target.ts'
import {
  getLocalManagementConnection,
  parseManagementConnection,
  parseRequestsPerSecond,
} from '#cms/sync/contentful/space-connections.ts'
import { formatPlan, toPlanReportItem } from '#cms/sync/plan/format-plan.ts'
import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import type { PreviewSite } from '#cms/sync/resources/compare-preview-environment.ts'
import { parsePublicEnv } from '#scripts/build/public-env.ts'
import { ensureLocalSecrets } from '#scripts/dev/local-contentful.ts'
import { readPreviewSiteUrl } from '#scripts/dev/seed-local-contentful.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { createPlanConfirmation } from './confirmation.ts'
import { LOCAL_CONTENTFUL_FOLDER, MEDIA_CACHE_FILE, MEDIA_FOLDER } from './folders.ts'

export interface PlanCommandOptions {
  readonly json?: boolean
  readonly force?: boolean
  readonly prune?: boolean
}

export interface SeedCommandOptions extends PlanCommandOptions {
  readonly yes?: boolean
}

/** What `seed` would do. */
export const runPlanCommand = (options: PlanCommandOptions, output: CommandOutput) =>
  withSpace(output, async (task, name) => {
    output.say(`What seeding would do with ${name}:\n`)
    const report = await planSpace({ ...task, overwrite: policyOf(options) })
    return output.result(planReport(report), formatPlan(report.items), EXIT_CODES.done)
  })

/** Brings the model, the pictures and the content into the space. */
export const runSeedCommand = ({ yes = false, ...options }: SeedCommandOptions, output: CommandOutput) =>
  withSpace(output, async (task, name) => {
    output.say(`Seeding ${name}`)
    const terminal = { input: process.stdin, output: process.stderr }
    const summary = await seedSpace({
      ...task,
      overwrite: policyOf(options),
      progress: createConsoleProgress(output.stream),
      confirm: createPlanConfirmation(task.connection, { yes, terminal }),
    })
    const { counts, failures } = summary
    const code = failures.length > 0 ? EXIT_CODES.failures : EXIT_CODES.done
    return output.result({ ...planReport(summary), counts, failures }, `\n${formatSeedSummary(summary)}`, code)
  })

/** Whether the space holds what the seed says. */
export const runVerifyCommand = (output: CommandOutput) =>
  withSpace(output, async (task, name) => {
    output.say(`Comparing ${name} with the seed`)
    const report = await planSpace(task)
    const drift = report.items.filter(hasDrift)
    const text = drift.length === 0 ? 'Nothing differs from the seed.' : formatPlan(report.items)
    return output.result(planReport(report), text, drift.length === 0 ? EXIT_CODES.done : EXIT_CODES.differs)
  })

async function withSpace(
  output: CommandOutput,
  use: (task: SeedSpaceOptions, name: string) => Promise<void>,
): Promise<void> {
  const requestsPerSecond = parseRequestsPerSecond(process.env)
  const real = parseManagementConnection(process.env)
  await using target = await openCommandTarget({
    real,
    local: getLocalManagementConnection,
    folder: LOCAL_CONTENTFUL_FOLDER,
    say: output.say,
  })
  const previews = await parsePreviewSite({ env: process.env, folder: real ? undefined : LOCAL_CONTENTFUL_FOLDER })
  const cache = await openMediaCache({ file: MEDIA_CACHE_FILE, say: output.say })
  const source = { seed: readSeed(), model, mediaFolder: MEDIA_FOLDER, cache, previews }
  await use({ ...source, connection: target.connection, ...(requestsPerSecond && { requestsPerSecond }) }, target.name)
}

const policyOf = ({ force = false, prune = false }: PlanCommandOptions) => ({ force, prune })

const planReport = ({ items, reads, writes, milliseconds }: PlanReport) => ({
  reads,
  writes,
  milliseconds: Math.round(milliseconds),
  items: items.map(toPlanReportItem),
})

interface Options {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The state folder of the local Contentful; none for a real space. */
  readonly folder?: string | undefined
}

/**
 * The site on which the space is to show drafts; `undefined` where nobody says, and the space is then not asked.
 * What the variables leave open, a local site has noted in its state folder. Throws `UserError`.
 */
export async function parsePreviewSite({ env, folder }: Options): Promise<PreviewSite | undefined> {
  const { previewSecret } = parseEditorConfig({ PREVIEW_SECRET: env.PREVIEW_SECRET })
  const { VITE_SITE_URL } = parsePublicEnv({ VITE_SITE_URL: env.VITE_SITE_URL })
  const siteUrl = VITE_SITE_URL ?? (folder && readPreviewSiteUrl(folder))
  if (!siteUrl) return undefined
  const secret = previewSecret ?? (folder && (await ensureLocalSecrets(folder)).preview)
  return secret ? { siteUrl, secret } : undefined
}
