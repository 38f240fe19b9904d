import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'

/** The argument of the build process (scripts/build/build-process.ts), as JSON. */
export const buildRequestSchema = z.object({
  outDir: z.string(),
  ssrDir: z.string(),
  /** `everything` includes the JavaScript bundles. */
  parts: z.union([z.literal('everything'), z.object({ paths: z.array(z.enum(SITE_PATHS)), redirects: z.boolean() })]),
})

/** The message of the build process: content that could not be read from the CMS. Existing pages stay, others use the seed. */
const buildResultSchema = z.object({
  failures: z.array(z.object({ what: z.string(), reason: z.string() })).readonly(),
})

export type BuildRequest = z.output<typeof buildRequestSchema>
export type BuildResult = z.output<typeof buildResultSchema>

/** Every page and the redirects, without the bundles. */
export const ALL_PAGE_PARTS = { paths: [...SITE_PATHS], redirects: true } satisfies BuildRequest['parts']

interface BuildOptions extends Pick<BuildRequest, 'outDir' | 'parts'> {
  readonly env: NodeJS.ProcessEnv
  /** Kills the build. */
  readonly signal?: AbortSignal
  /** Called with each line of output. Without it the output is inherited. */
  readonly onLine?: (line: string) => void
}

/** Started by its path, because the server imports nothing of scripts/. */
const BUILD_PROCESS = new URL('../../scripts/build/build-process.ts', import.meta.url)

/** Builds in a child process. Resolves with what could not be read from the CMS, or `undefined` when the build failed. */
export async function runBuild(options: BuildOptions): Promise<BuildResult | undefined> {
  const { outDir, parts, env, signal, onLine } = options
  const request: BuildRequest = { outDir, ssrDir: `${outDir}-ssr`, parts }
  const child = fork(BUILD_PROCESS, [JSON.stringify(request)], {
    env,
    execArgv: [],
    silent: onLine !== undefined,
  })
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
  return code === 0 ? buildResultSchema.safeParse(result).data : undefined
}
