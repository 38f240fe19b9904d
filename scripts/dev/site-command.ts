import { runCommand } from '#scripts/cli/run-command.ts'
import { onShutdown } from '#server/shutdown.ts'
import type { LocalSite, StartLocalSite } from './local-site.ts'
import { parseSiteOptions } from './site-options.ts'

/**
 * Runs `npm start` or `npm run dev`: parses the options, starts the site, prints its address and stops it on shutdown.
 * `load` imports the module, so that errors of the import, such as invalid JSON in the seed, are printed as errors.
 */
export async function runSiteCommand(load: () => Promise<StartLocalSite>): Promise<void> {
  let site: LocalSite | undefined
  onShutdown(async () => site?.stop())
  await runCommand(async () => {
    const options = parseSiteOptions(process.argv.slice(2), process.env)
    const start = await load()
    site = await start(options, console.log)
    console.log(`\n  ${site.url}\n`)
    for (const note of [...site.notes, 'Press Ctrl-C to stop.\n']) console.log(`  ${note}`)
    process.send?.({ url: site.url })
  })
}
