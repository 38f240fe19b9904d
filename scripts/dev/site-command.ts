import { runCommand } from '#scripts/cli/run-command.ts'
import { onShutdown } from '#server/shutdown.ts'
import type { LocalSite, StartLocalSite } from './local-site.ts'
import { parseSiteOptions } from './site-options.ts'

/** What `npm start` and `npm run dev` share: options, the printed address, the end. `load` imports: a seed that is no JSON fails there. */
export async function runSiteCommand(load: () => Promise<StartLocalSite>): Promise<void> {
  let site: LocalSite | undefined
  onShutdown(async () => site?.stop())
  await runCommand(async () => {
    const options = parseSiteOptions(process.argv.slice(2), process.env)
    const start = await load()
    site = await start(options, console.log)
    console.log(`\n  ${site.url}\n`)
    for (const note of [...site.notes, 'Ctrl-C ends everything.\n']) console.log(`  ${note}`)
    process.send?.({ url: site.url })
  })
}
