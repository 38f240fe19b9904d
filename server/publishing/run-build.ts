import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type BuildRequest, type BuildResult, buildResultSchema } from './build-order.ts'

interface BuildRun extends Pick<BuildRequest, 'outDir' | 'parts'> {
  readonly env: NodeJS.ProcessEnv
  /** Ends it. */
  readonly signal?: AbortSignal
  /** Hears what it says; where nobody does, it says it itself. */
  readonly onLine?: (line: string) => void
}

/** Started by its path: the server imports nothing of scripts/. */
const BUILD_PROCESS = new URL('../../scripts/build/build-process.ts', import.meta.url)

/** Builds in a process of its own. Answers with what the CMS did not give; `undefined`: it failed as a whole. */
export async function runBuild({ outDir, parts, env, signal, onLine }: BuildRun): Promise<BuildResult | undefined> {
  const order: BuildRequest = { outDir, ssrDir: `${outDir}-ssr`, parts }
  const child = fork(BUILD_PROCESS, [JSON.stringify(order)], {
    env,
    execArgv: [],
    silent: onLine !== undefined,
  })
  let answer: unknown
  child.on('message', (message) => {
    answer = message
  })
  for (const input of [child.stdout, child.stderr]) {
    if (input && onLine) createInterface({ input }).on('line', onLine)
  }
  const end = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  const [code] = await once(child, 'close')
  signal?.removeEventListener('abort', end)
  return code === 0 ? buildResultSchema.safeParse(answer).data : undefined
}
