import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from 'contentful-local/constants'
import * as z from 'zod'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { startLocalContentfulProcess } from '#scripts/dev/local-contentful.ts'
import { ensureLocalSecrets, type LocalSecrets } from '#scripts/dev/local-secrets.ts'
import { type MailServer, startMailServer } from '#tests/setup/mail-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { NO_NETWORK } from '#tests/setup/process/no-network.ts'
import { startProcess } from '#tests/setup/stack.ts'
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
  /** An origin that may frame the preview, whose page has two empty frames (mock-contentful-editor.ts). */
  readonly editorOrigin: string
  readonly stop: () => Promise<void>
}

/** The CMS, which tests can stop and start again at the same URL with the same data. */
export interface TestCms {
  readonly url: string
  readonly spaceId: string
  readonly environmentId: string
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const addressSchema = z.object({ url: z.url(), pid: z.number() })

/** Starts a site with the seed as its content, on free ports and without a network. Deletes the state of earlier runs. `name`: of its folder. */
export async function startTestSite(name: string): Promise<TestSite> {
  const folder = join('.cache/e2e', name)
  await rm(folder, { recursive: true, force: true })
  const { outDir, state } = await copyBuiltSite(folder)
  const mailServer = await startMailServer()
  // A real server: browsers do not let a page of a mocked route frame pages of this machine.
  const editor = await startHttpServer((_, response) => response.setHeader('content-type', 'text/html').end(EDITOR))
  const site = startProcess([process.execPath, 'scripts/start.ts', '--state', state, '--out', outDir], {
    env: {
      ...process.env,
      ...OFFLINE_ENV,
      ...NO_NETWORK,
      PORT: String(await getFreePort()),
      CMS_PORT: String(await getFreePort()),
      PREVIEW_EDITORS: editor.url,
      BACKEND_FOLDER: join(folder, 'backend'),
      SITE_ORIGINS: '', // the default is that of the port on which the site runs
      SMTP_URL: mailServer.url,
    },
  })
  const url = await site.url
  await replaceVideos(state)
  const cms = await connectToCms(state)
  const secrets = await ensureLocalSecrets(state)
  return {
    url,
    cms,
    mailServer,
    outDir,
    secrets,
    previewUrl: (path) => `${url}/preview?secret=${secrets.preview}&path=${encodeURIComponent(path)}`,
    editorOrigin: editor.url,
    stop: async () => {
      await editor[Symbol.asyncDispose]()
      await cms.stop()
      await site.stop()
      await mailServer.stop()
    },
  }
}

const EDITOR = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Editor</title>
<iframe title="Preview" width="1200" height="600"></iframe><iframe title="Second"></iframe></html>`

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
  const { url, pid } = addressSchema.parse(JSON.parse(await readFile(join(folder, 'address.json'), 'utf8')))
  let stop = () => stopProcess(pid)
  return {
    url,
    spaceId: LOCAL_SPACE_ID,
    environmentId: LOCAL_ENVIRONMENT_ID,
    stop: () => stop(),
    start: async () => {
      stop = (await startLocalContentfulProcess({ folder, port: Number(new URL(url).port) })).stop
    },
  }
}

/** Stops a process that is not a child of this process, and waits until it has exited. */
async function stopProcess(pid: number): Promise<void> {
  try {
    for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; process.kill(pid, signal); signal = 0) await sleep(20)
  } catch {
    // It has exited.
  }
}
