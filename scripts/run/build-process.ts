import { buildSite, prerenderSite } from '#scripts/build.ts'
import { endWithParent } from './ending.ts'
import { runCommand } from './run-command.ts'

/** Builds the site for `npm start`, or its pages alone, in a process of its own: what a build leaves in memory goes with it. */
const [outDir = '', ssrDir = '', part] = process.argv.slice(2)

endWithParent(async () => {})
await runCommand(() =>
  part === 'pages' ? prerenderSite({ outDir, ssrDir }) : buildSite({ outDir, ssrDir, derivatives: 'on-demand' }),
)
process.disconnect?.()
