import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { startLocalContentfulProcess } from '#scripts/dev/local-contentful.ts'
import { ensureLocalSecrets, type LocalSecrets } from '#scripts/dev/local-secrets.ts'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'
import { type ServerProcess, startServerProcess } from '#server/processes/server-process.ts'
import { type AccessTokens, LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { HEALTH_TOKEN } from '#tests/setup/server/health.ts'
import { type MailServer, startMailServer } from '#tests/setup/server/mail-server.ts'
import { RAISED_RATE_LIMITS } from '#tests/setup/server/raised-rate-limits.ts'

/** A site of the tests' own, started by the code of `npm start`, with its own ports, content and build. */
export interface TestSite {
  readonly url: string
  readonly cms: TestCms
  readonly backend: TestBackend
  /** Where the backend's mails arrive. */
  readonly mailServer: MailServer
  /** Where its build lies. */
  readonly outDir: string
  /** What opens the preview, and signs the webhooks. */
  readonly secrets: LocalSecrets
  /** The address that opens the preview, at this path of the site. */
  readonly previewUrl: (path: string) => string
  /** An origin that may show the preview in a frame, for a page that plays Contentful's editor. */
  readonly editorOrigin: string
  readonly stop: () => Promise<void>
}

/** It ends alone, and comes back at the same address with what it held. */
interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

export interface TestCms extends TestServer {
  readonly spaceId: string
  readonly environmentId: string
  readonly tokens: AccessTokens
}

export interface TestBackend extends TestServer {
  /** Every session ends now, as if its time were over. */
  readonly expireSessions: () => void
}

export interface TestSiteOptions {
  /** Tells it from others that run at the same time. */
  readonly name: string
  /** The site's; the CMS takes the next, the backend the one after, an editor's page the one after that. The same each time, so that the build is used again. */
  readonly port: number
  /** Films whose frames cost next to nothing to draw. */
  readonly useSmallVideos?: boolean
  /** Variables that differ from those of most tests. */
  readonly env?: Readonly<Record<string, string>>
}

const ready = z.object({ url: z.url() })
const address = z.object({ url: z.url(), pid: z.number() })
type Running = z.output<typeof address>

/** Starts a site with the seed as its content, whatever an earlier run left. */
export async function startTestSite({
  name,
  port,
  useSmallVideos = false,
  env = {},
}: TestSiteOptions): Promise<TestSite> {
  const folder = join('.cache/e2e', name)
  const state = join(folder, 'state')
  const backendFolder = join(folder, 'backend')
  for (const kept of [state, backendFolder]) await rm(kept, { recursive: true, force: true })
  const mailServer = await startMailServer()
  const outDir = join(folder, 'dist')
  const editorOrigin = `http://${LOCAL_HOST}:${port + 3}`
  const backendEnv = {
    ...OFFLINE_ENV,
    BACKEND_FOLDER: backendFolder,
    BACKEND_HOST: LOCAL_HOST,
    BACKEND_PORT: String(port + 2),
    SITE_ORIGINS: `http://${LOCAL_HOST}:${port}`,
    SMTP_URL: mailServer.url,
    ...env,
  }
  const child = fork('scripts/start.ts', ['--state', state, '--out', outDir, '--no-restart'], {
    env: {
      ...process.env,
      ...backendEnv,
      PORT: String(port),
      CMS_PORT: String(port + 1),
      PREVIEW_EDITORS: editorOrigin,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  })
  const { url } = ready.parse(await firstMessage(child, name))
  if (useSmallVideos) await replaceFilms(state)
  const cms = await runningCms(state)
  const backend = await runningBackend(backendFolder, backendEnv)
  const secrets = await ensureLocalSecrets(state)
  return {
    url,
    cms,
    backend,
    mailServer,
    outDir,
    secrets,
    previewUrl: (path) => `${url}/preview?secret=${secrets.preview}&path=${encodeURIComponent(path)}`,
    editorOrigin,
    stop: async () => {
      await Promise.all([cms.stop(), backend.stop()])
      await mailServer.stop()
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/**
 * Puts films of 64 × 36 px in place of the CMS's own: drawing these took a tenth of the tests' CPU time. They are as
 * long, and as large, because the CMS compares the size of its files; the rest is a box without meaning (ISO 14496-12).
 */
async function replaceFilms(state: string): Promise<void> {
  const films = 'public/media/videos'
  const small = await readFile('tests/setup/e2e/small-video.mp4')
  for (const name of await readdir(films)) {
    const film = await readFile(join(films, name))
    const rest = Buffer.alloc(film.length - small.length)
    rest.writeUInt32BE(rest.length)
    rest.write('free', 4)
    await writeFile(join(state, 'files', createHash('sha256').update(film).digest('hex')), [small, rest])
  }
}

async function runningCms(folder: string): Promise<TestCms> {
  const running = await noted(folder)
  const port = Number(new URL(running.url).port)
  return {
    ...restartable(running, () => startLocalContentfulProcess({ folder, port })),
    spaceId: LOCAL_SPACE_ID,
    environmentId: LOCAL_ENVIRONMENT_ID,
    tokens: LOCAL_TOKENS,
  }
}

const BACKEND_PROCESS = new URL('../../../scripts/dev/backend-process.ts', import.meta.url)

async function runningBackend(folder: string, env: Readonly<Record<string, string>>): Promise<TestBackend> {
  const running = await noted(folder)
  const server = restartable(running, () => startServerProcess({ name: 'backend', module: BACKEND_PROCESS, env }))
  const expireSessions = () => {
    const database = new DatabaseSync(join(folder, 'backend.sqlite'), { timeout: 5_000 })
    database.exec('update session set expires_at = 1')
    database.close()
  }
  return { ...server, expireSessions }
}

/** The address and process that a server keeps in its folder while it runs. */
const noted = async (folder: string) => address.parse(JSON.parse(await readFile(join(folder, 'address.json'), 'utf8')))

function restartable({ url, pid }: Running, startAgain: () => Promise<ServerProcess>): TestServer {
  let stop = async () => stopProcess(pid)
  return {
    url,
    stop: () => stop(),
    start: async () => {
      const again = await startAgain()
      stop = again.stop
    },
  }
}

/** Whatever .env says, and however the tests were started. */
export const OFFLINE_ENV = {
  VITE_CONTENTFUL_GRAPHQL: '',
  VITE_CONTENTFUL_TOKEN: '',
  VITE_ASSET_PREFIX: '/media',
  VITE_GOOGLE_MAPS_KEY: 'key-of-the-tests',
  VITE_BACKEND_URL: '/api',
  VITE_CAPTCHA_SITE_KEY: '',
  VITE_ENVIRONMENT: 'dev',
  VITE_SECURITY_CONTACT: '',
  CMS: '',
  NODE_ENV: '',
  DATABASE_URL: '',
  CAPTCHA_SECRET: '',
  COOKIE_DOMAIN: '',
  TRUSTED_PROXIES: LOCAL_HOST,
  MAIL_FROM: 'website@blackland.example',
  MAIL_TO: 'office@blackland.example',
  SESSION_MINUTES: '',
  ...RAISED_RATE_LIMITS,
  MESSAGES_PER_SESSION: '',
  LOG_LEVEL: 'silent',
  HEALTH_TOKEN,
  METRICS_PORT: '',
  PREVIEW_SECRET: '',
  CONTENTFUL_WEBHOOK_SECRET: '',
  DEPLOY_HOOK_URL: '',
  LINK_CHECK: 'off',
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
