import { join } from 'node:path'
import * as z from 'zod'

const APP = join(import.meta.dirname, 'app')

/** What one build answers with; several are for several outputs, and a watcher is for watching. */
const built = z.object({ output: z.array(z.object({ type: z.string(), code: z.optional(z.string()) })) })

/** The editor's browser modules as one script. They are built in memory: nothing of them lies on the disk. */
export async function buildEditorScript(): Promise<string> {
  const { build } = await import('vite') // only where somebody opens the editor
  const { output } = built.parse(
    await build({
      root: APP,
      configFile: false,
      envDir: false,
      publicDir: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false, // who tries something out wants to read it
        modulePreload: false,
        rolldownOptions: { input: join(APP, 'main.ts') },
      },
    }),
  )
  const [script] = output.flatMap(({ code }) => code ?? [])
  if (script === undefined) throw new Error('The build of the editor has no script')
  return script
}
