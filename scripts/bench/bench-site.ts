import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { UserError } from '#shared/user-error.ts'

/** A site with the seed as its content, as `npm start` serves it. It ends with this process. */
export interface BenchSite extends AsyncDisposable {
  readonly url: string
  /** The local Contentful. */
  readonly cmsUrl: string
  /** The folder of the build. */
  readonly outDir: string
}

/** Without external services, except the request for the map. Sites with one public address can share a build. */
const SITE_ENV = {
  VITE_ENVIRONMENT: 'dev',
  VITE_SITE_URL: 'http://site.example',
  VITE_GOOGLE_MAPS_KEY: 'key-of-the-measurements',
  LOG_LEVEL: 'silent',
}

const addressSchema = z.object({ url: z.url() })

/** Starts the site of the project, or of the checkout in `root`. Its folder is `.cache/bench/<name>`; only the build is kept. */
export async function startBenchSite(name: string, root = '.'): Promise<BenchSite> {
  const folder = resolve('.cache/bench', name)
  const state = join(folder, 'state')
  const outDir = join(folder, 'dist')
  await rm(state, { recursive: true, force: true })
  const child = fork('scripts/start.ts', ['--state', state, '--out', outDir], {
    cwd: root,
    env: createCommandEnv({ ...SITE_ENV, BACKEND_FOLDER: join(folder, 'backend') }),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const failed = ended.then(() => {
    throw new UserError(`The site in ${resolve(root)} does not start: see its message above`)
  })
  const [message]: unknown[] = await Promise.race([once(child, 'message'), failed])
  return {
    url: addressSchema.parse(message).url,
    cmsUrl: addressSchema.parse(JSON.parse(await readFile(join(state, 'address.json'), 'utf8'))).url,
    outDir,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}
