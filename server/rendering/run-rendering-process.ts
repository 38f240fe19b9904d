import { onChildShutdown } from '#server/process/shutdown.ts'
import { UserError } from '#shared/user-error.ts'
import type { RenderFailure, RenderRequest } from './render-site.ts'

/** Runs a rendering process with the arguments of `renderSite`. Sends the failures to the parent process. */
export async function runRenderingProcess(
  render: (request: RenderRequest) => Promise<readonly RenderFailure[]>,
): Promise<void> {
  onChildShutdown(async () => {})
  const [, , outDir = '', lockFolder] = process.argv
  try {
    const failures = await render({ outDir, ssrDir: `${outDir}-ssr`, lockFolder })
    await new Promise((resolve) => process.send?.({ failures }, resolve))
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error)
    process.exit(1)
  }
  process.disconnect?.()
}
