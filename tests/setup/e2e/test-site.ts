import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AccessTokens, LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import * as z from 'zod'
import { type LocalContentfulProcess, startLocalContentfulProcess } from '#scripts/dev/local-contentful.ts'
import { ensureLocalSecrets, type LocalSecrets } from '#scripts/dev/local-secrets.ts'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'
import { type MailServer, startMailServer } from '#tests/setup/mail-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { startProcess, type TestProcess } from '#tests/setup/stack.ts'
import { copyBuiltSite } from './built-site.ts'
import { OFFLINE_ENV } from './offline-env.ts'

/** A site for tests, started like `npm start`, with its own ports, content and build. */
export interface TestSite {
  readonly url: string
  readonly cms: TestCms
  /** The mail server that receives the backend's emails. */
  readonly mailServer: MailServer
  /** The build folder. */
  readonly outDir: string
  /** The secrets of the preview and of webhooks. */
  readonly secrets: LocalSecrets
  /** Returns the URL that opens the preview at this path. */
  readonly previewUrl: (path: string) => string
  /** An origin that may frame the preview, for mock-contentful-editor.ts. */
  readonly editorOrigin: string
  readonly stop: () => Promise<void>
}

/** A server that tests can stop and start again at the same URL with the same data. */
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

export interface TestSiteOptions {
  /** Distinguishes sites that run at the same time. */
  readonly name: string
  /** Replaces the videos with tiny ones, which need little CPU time. */
  readonly useSmallVideos?: boolean
}

const addressSchema = z.object({ url: z.url(), pid: z.number() })
type ServerAddress = z.output<typeof addressSchema>

/** Starts a site with the seed as its content, on free ports. Deletes the state of earlier runs. */
export async function startTestSite({ name, useSmallVideos = false }: TestSiteOptions): Promise<TestSite> {
  const folder = join('.cache/e2e', name)
  await rm(folder, { recursive: true, force: true })
  const { outDir, state } = await copyBuiltSite(folder)
  const backendFolder = join(folder, 'backend')
  const mailServer = await startMailServer()
  const editorOrigin = `http://${LOCAL_HOST}:${await getFreePort()}`
  const env = { CMS_PORT: String(await getFreePort()), PREVIEW_EDITORS: editorOrigin }
  const site = await startSite(['--state', state, '--out', outDir], { backendFolder, mailServer, env })
  const url = await site.url
  if (useSmallVideos) await replaceVideos(state)
  const cms = await connectToCms(state)
  const secrets = await ensureLocalSecrets(state)
  return {
    url,
    cms,
    mailServer,
    outDir,
    secrets,
    previewUrl: (path) => `${url}/preview?secret=${secrets.preview}&path=${encodeURIComponent(path)}`,
    editorOrigin,
    stop: async () => {
      await cms.stop()
      await site.stop()
      await mailServer.stop()
    },
  }
}

interface SiteProcessOptions {
  readonly backendFolder: string
  readonly mailServer: MailServer
  /** Variables in addition to those of all sites. */
  readonly env: Readonly<Record<string, string>>
}

/** Starts `npm start` with arguments, on a free port, without external services. */
const startSite = async (
  args: readonly string[],
  { backendFolder, mailServer, env }: SiteProcessOptions,
): Promise<TestProcess> =>
  startProcess([process.execPath, 'scripts/start.ts', ...args], {
    env: {
      ...process.env,
      ...OFFLINE_ENV,
      PORT: String(await getFreePort()),
      BACKEND_FOLDER: backendFolder,
      SITE_ORIGINS: '', // the default is that of the port on which the site runs
      SMTP_URL: mailServer.url,
      ...env,
    },
  })

/**
 * Replaces the videos of the CMS with videos of 64 × 36 px: rendering the originals takes a tenth of the tests' CPU time.
 * The files are padded to the original size, which the CMS compares, with a `free` box (ISO 14496-12). The phone versions,
 * which are files of the site, stay.
 */
async function replaceVideos(state: string): Promise<void> {
  const folder = 'public/media/videos'
  const small = await readFile('tests/setup/e2e/small-video.mp4')
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.mp4'))) {
    const video = await readFile(join(folder, name))
    const padding = Buffer.alloc(video.length - small.length)
    padding.writeUInt32BE(padding.length)
    padding.write('free', 4)
    await writeFile(join(state, 'files', createHash('sha256').update(video).digest('hex')), [small, padding])
  }
}

async function connectToCms(folder: string): Promise<TestCms> {
  const address = await readServerAddress(folder)
  const port = Number(new URL(address.url).port)
  return {
    ...createRestartableServer(address, () => startLocalContentfulProcess({ folder, port })),
    spaceId: LOCAL_SPACE_ID,
    environmentId: LOCAL_ENVIRONMENT_ID,
    tokens: LOCAL_TOKENS,
  }
}

/** Reads the URL and process id that a running server writes to its folder. */
const readServerAddress = async (folder: string) =>
  addressSchema.parse(JSON.parse(await readFile(join(folder, 'address.json'), 'utf8')))

function createRestartableServer(
  { url, pid }: ServerAddress,
  restart: () => Promise<LocalContentfulProcess>,
): TestServer {
  let stop = async () => stopProcess(pid)
  return {
    url,
    stop: () => stop(),
    start: async () => {
      const server = await restart()
      stop = server.stop
    },
  }
}

/** Stops a process that is not a child of this process, and waits until it has exited. */
async function stopProcess(pid: number): Promise<void> {
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; canSignal(pid, signal); signal = 0) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function canSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
