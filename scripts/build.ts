import { parseArgs } from 'node:util'
import { loadEnv } from 'vite'
import { findTokenWarnings, parseContentEndpoint } from '#server/config/content-endpoint.ts'
import { checkSiteUrl, parsePublicEnv } from '#server/config/public-env.ts'
import { DEFAULT_RELEASES_FOLDER } from '#server/config/server-config.ts'
import { withBuildLock } from '#server/publishing/build-lock.ts'
import { buildSite } from './build/build-site.ts'
import { createRelease, type NewRelease } from './build/release-folder.ts'
import { runCommand } from './cli/run-command.ts'
import { COMMANDS } from './commands.mjs'

/** `npm run build`: builds a release for `npm run serve` and activates it, or writes the files for a static host. */
await runCommand(async () => {
  const { values } = parseArgs({ options: COMMANDS.build.options })
  const env = parsePublicEnv(loadEnv('production', process.cwd()))
  for (const line of findTokenWarnings(process.env)) console.warn(`warning: ${line}`)
  const warning = checkSiteUrl(env)
  parseContentEndpoint({ ...process.env, ...env })
  if (values.out === undefined) await buildRelease(env, Boolean(values['allow-fallback']))
  else await buildStatic(values.out)
  if (warning) console.warn(warning)
})

async function buildStatic(outDir: string): Promise<void> {
  const build = () => buildSite({ outDir, ssrDir: `${outDir}-ssr`, derivatives: 'all', isForStaticHost: true })
  const failures = await withBuildLock(outDir, build)
  for (const { what, reason } of failures) console.warn(`Built from the seed: ${what}. ${reason}`)
}

async function buildRelease(env: NewRelease['env'], allowFallback: boolean): Promise<void> {
  const folder = process.env.RELEASES_FOLDER || DEFAULT_RELEASES_FOLDER
  const id = await createRelease({
    folder,
    env,
    allowFallback,
    build: (folders) => buildSite({ ...folders, derivatives: 'all' }),
    warn: console.warn,
  })
  console.log(`The release ${id} is active in ${folder}: npm run serve serves it.`)
}
