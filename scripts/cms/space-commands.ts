import { model } from '#cms/model/model.gen.ts'
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
import { formatPlan, formatWithdrawals, toPlanReportItem } from '#cms/sync/plan/format-plan.ts'
import { createConsoleProgress } from '#cms/sync/progress/progress.ts'
import type { PreviewSite } from '#cms/sync/resources/compare-preview-environment.ts'
import { parsePublicEnv } from '#scripts/build/public-env.ts'
import { ensureLocalSecrets } from '#scripts/dev/local-secrets.ts'
import { readPreviewSiteUrl } from '#scripts/dev/preview-site-url.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { createPlanConfirmation } from './confirmation.ts'
import { LOCAL_CONTENTFUL_FOLDER, MEDIA_CACHE_FILE, MEDIA_FOLDER } from './folders.ts'
import { openManagementTarget } from './management-target.ts'

export interface VerifyCommandOptions {
  readonly json?: boolean
  /** Default: that of `CONTENTFUL_ENVIRONMENT`, or `master`. */
  readonly environment?: string
}

export interface PlanCommandOptions extends VerifyCommandOptions {
  readonly force?: boolean
  readonly prune?: boolean
}

export interface SeedCommandOptions extends PlanCommandOptions {
  readonly yes?: boolean
}

/** Prints the changes that `seed` would make. */
export const runPlanCommand = (options: PlanCommandOptions, output: CommandOutput) =>
  withSpace(options, output, async (spaceOptions, name) => {
    output.log(`Planned changes of ${name}:\n`)
    const report = await planSpace({ ...spaceOptions, overwrite: toOverwriteOptions(options) })
    return output.result(toReport(report), formatPlan(report.items), EXIT_CODES.done)
  })

/** Writes the model, the media and the content of the seed to the space. */
export const runSeedCommand = ({ yes = false, ...options }: SeedCommandOptions, output: CommandOutput) =>
  withSpace(options, output, async (spaceOptions, name) => {
    output.log(`Seeding ${name}`)
    const terminal = { input: process.stdin, output: process.stderr }
    const confirm = createPlanConfirmation(spaceOptions.connection, { yes, terminal })
    const summary = await seedSpace({
      ...spaceOptions,
      overwrite: toOverwriteOptions(options),
      progress: createConsoleProgress(output.stream),
      confirm: (items) => {
        for (const line of formatWithdrawals(items)) output.log(line)
        return confirm(items)
      },
    })
    const { counts, failures } = summary
    const code = failures.length > 0 ? EXIT_CODES.failures : EXIT_CODES.done
    return output.result({ ...toReport(summary), counts, failures }, `\n${formatSeedSummary(summary)}`, code)
  })

/** Compares the space with the seed. */
export const runVerifyCommand = (options: VerifyCommandOptions, output: CommandOutput) =>
  withSpace(options, output, async (spaceOptions, name) => {
    output.log(`Comparing ${name} with the seed`)
    const report = await planSpace(spaceOptions)
    const drift = report.items.filter(hasDrift)
    const text = drift.length === 0 ? 'Nothing differs from the seed.' : formatPlan(report.items)
    return output.result(toReport(report), text, drift.length === 0 ? EXIT_CODES.done : EXIT_CODES.differs)
  })

async function withSpace(
  { environment }: VerifyCommandOptions,
  output: CommandOutput,
  run: (options: SeedSpaceOptions, name: string) => Promise<void>,
): Promise<void> {
  await using target = await openManagementTarget(output, environment)
  const { connection, name } = target
  const previews = await parsePreviewSite({
    env: process.env,
    folder: connection.insecure ? LOCAL_CONTENTFUL_FOLDER : undefined,
  })
  const cache = await openMediaCache({ file: MEDIA_CACHE_FILE, log: output.log })
  const input = { seed: readSeed(), model, mediaFolder: MEDIA_FOLDER, cache, previews }
  await run({ ...input, connection }, name)
}

const toOverwriteOptions = ({ force = false, prune = false }: PlanCommandOptions) => ({ force, prune })

const toReport = ({ items, reads, writes, milliseconds }: PlanReport) => ({
  reads,
  writes,
  milliseconds: Math.round(milliseconds),
  items: items.map(toPlanReportItem),
})

interface PreviewSiteOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The state folder of the local Contentful; `undefined` for a real space. */
  readonly folder?: string | undefined
}

/**
 * Returns the site that shows drafts of the space, from the environment variables or from the state folder of the local
 * Contentful. Returns `undefined` if it is not configured. Throws `UserError`.
 */
export async function parsePreviewSite({ env, folder }: PreviewSiteOptions): Promise<PreviewSite | undefined> {
  const { previewSecret } = parseEditorConfig({ PREVIEW_SECRET: env.PREVIEW_SECRET })
  const { VITE_SITE_URL } = parsePublicEnv({ VITE_SITE_URL: env.VITE_SITE_URL })
  const siteUrl = VITE_SITE_URL ?? (folder && (await readPreviewSiteUrl(folder)))
  if (!siteUrl) return undefined
  const secret = previewSecret ?? (folder && (await ensureLocalSecrets(folder)).preview)
  return secret ? { siteUrl, secret } : undefined
}
