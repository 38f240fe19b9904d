import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { LOCAL_TOKENS, type Tokens } from '#cms/local/tokens.ts'
import { startLocalCms } from '#scripts/run/local-cms.ts'

/** A site of the tests' own, started by the code of `npm start`, with its own ports, content and build. */
export interface TestSite {
  readonly url: string
  readonly cms: TestCms
  readonly stop: () => Promise<void>
}

export interface TestCms {
  readonly url: string
  readonly spaceId: string
  readonly environmentId: string
  readonly tokens: Tokens
  /** It ends alone, and comes back at the same address with what it held. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

export interface TestSiteOptions {
  /** Tells it from others that run at the same time. */
  readonly name: string
  /** From here on a free port is looked for; the CMS takes the next. The same each time, so that the build is used again. */
  readonly port: number
}

const ready = z.object({ url: z.url() })
const address = z.object({ url: z.url(), pid: z.number() })

/** Starts a site with the seed as its content, whatever an earlier run left. */
export async function startTestSite({ name, port }: TestSiteOptions): Promise<TestSite> {
  const folder = join('.cache/e2e', name)
  const state = join(folder, 'state')
  await rm(state, { recursive: true, force: true })
  const child = fork('scripts/start.ts', ['--state', state, '--out', join(folder, 'dist')], {
    env: { ...process.env, PORT: String(port), CMS_PORT: String(port + 1), ...ONLY_LOCAL },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  })
  const { url } = ready.parse(await firstMessage(child, name))
  const cms = await runningCms(state)
  return {
    url,
    cms,
    stop: async () => {
      await cms.stop()
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function runningCms(folder: string): Promise<TestCms> {
  const { url, pid } = address.parse(JSON.parse(await readFile(join(folder, 'address.json'), 'utf8')))
  let stop = async () => stopProcess(pid)
  return {
    url,
    spaceId: SPACE,
    environmentId: ENVIRONMENT,
    tokens: LOCAL_TOKENS,
    stop: () => stop(),
    start: async () => {
      const again = await startLocalCms({ folder, port: Number(new URL(url).port) })
      stop = again.stop
    },
  }
}

/** Whatever .env says, and however the tests were started. */
const ONLY_LOCAL = {
  VITE_CONTENTFUL_GRAPHQL: '',
  VITE_CONTENTFUL_TOKEN: '',
  VITE_ASSET_PREFIX: '/media',
  VITE_GOOGLE_MAPS_KEY: 'key-of-the-tests',
  CMS: '',
}

async function firstMessage(child: ChildProcess, name: string): Promise<unknown> {
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  const given = new AbortController()
  const message = once(child, 'message', given).then(([message]) => message)
  const end = once(child, 'exit', given).then(() => {
    throw new Error(`The site "${name}" did not start:\n${output}`)
  })
  return Promise.race([message, end]).finally(() => given.abort())
}

/** Ends a process that is not our child, and waits until it has. */
async function stopProcess(pid: number): Promise<void> {
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; canSignal(pid, signal); signal = 0) {
    await new Promise((later) => setTimeout(later, 20))
  }
}

function canSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
