import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { onChildShutdown } from '#server/process/shutdown.ts'
import type { RenderFailure } from '#server/rendering/render-failure.ts'
import { UserError } from '#shared/user-error.ts'

/** What a rendering process renders. */
interface RenderRequest {
  /** The folder of the browser build; pages and the files beside them are written into it. */
  readonly outDir: string
  /** The folder of the Node build of src/prerender.tsx. */
  readonly ssrDir: string
  /** See `withBuildLock`. */
  readonly lockFolder?: string | undefined
}

/** The message of a rendering process. */
const renderResultSchema = z.object({
  failures: z.array(z.object({ what: z.string(), reason: z.string() })).readonly(),
})

interface RenderOptions extends Omit<RenderRequest, 'ssrDir'> {
  /** Variables of the process: those of the build (`VITE_…`) included. */
  readonly env: NodeJS.ProcessEnv
  /** Kills the process. */
  readonly signal?: AbortSignal
  /** Called with each line of output. Without it the output is inherited. */
  readonly onLine?: (line: string) => void
  /** The module that renders; rendering-process.ts by default. */
  readonly module?: URL
}

const RENDERING_PROCESS = new URL('./rendering-process.ts', import.meta.url)

/**
 * Renders the site with the content of the CMS in a child process, whose memory is free afterwards, and writes the files
 * that differ. Resolves with what could not be read from the CMS, or `undefined` when the process failed.
 */
export async function renderSite(options: RenderOptions): Promise<z.output<typeof renderResultSchema> | undefined> {
  const { outDir, lockFolder, env, signal, onLine, module = RENDERING_PROCESS } = options
  const args = lockFolder === undefined ? [outDir] : [outDir, lockFolder]
  const child = fork(module, args, { env, execArgv: [], silent: onLine !== undefined })
  let result: unknown
  child.on('message', (message) => {
    result = message
  })
  for (const input of [child.stdout, child.stderr]) {
    if (input && onLine) createInterface({ input }).on('line', onLine)
  }
  const kill = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', kill)
  if (signal?.aborted) kill()
  const [code] = await once(child, 'close')
  signal?.removeEventListener('abort', kill)
  return code === 0 ? renderResultSchema.safeParse(result).data : undefined
}

/** The other side of `renderSite`: runs in the child process, and sends the failures to its parent. */
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
