import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './run-command.ts'
import type { Site, StartSite } from './site.ts'
import { siteOptions } from './site-options.ts'

/** What `npm start` and `npm run dev` share: options, the printed address, the end. `load` imports: a seed that is no JSON fails there. */
export async function serve(load: () => Promise<StartSite>): Promise<void> {
  let site: Site | undefined
  onShutdown(async () => site?.stop())
  await runCommand(async () => {
    const options = siteOptions(process.argv.slice(2), process.env)
    const start = await load()
    site = await start(options, console.log)
    console.log(`\n  ${site.url}\n`)
    for (const note of [...site.notes, 'Ctrl-C ends everything.\n']) console.log(`  ${note}`)
    process.send?.({ url: site.url })
  })
}
