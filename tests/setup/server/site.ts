import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AppOptions, createApp } from '#server/app.ts'
import type { PageUpdatesState } from '#server/publishing/page-updates.ts'
import { SECURITY_HEADERS_FILE } from '#server/rendering/build-files.ts'
import { getActiveReleaseFile, getReleaseFile, getReleaseSiteFolder } from '#server/site/releases.ts'

/** `Accept` of a browser that opens a page. */
export const HTML_REQUEST_HEADERS = { accept: 'text/html,application/xhtml+xml' }

/** Content of files by name. */
type Files = Readonly<Record<string, string | Buffer>>

/** Writes files, with their folders. */
export async function writeTestFiles(root: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
}

/** Starts the application on a free port of this machine. */
export async function startTestApp(options: AppOptions) {
  const app = createApp(options)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url, close: () => app.close() }
}

const RELEASE_ID = '20261122T101500123Z-1a2b3c4d'

/** The content of a release for tests. */
export interface TestRelease {
  /** The public variables of the build. */
  readonly env?: Readonly<Record<string, string>>
  /** The site's files; default: one page. */
  readonly files?: Files
}

/** Writes a release into a new releases folder and activates it, in the layout of `npm run build`. */
export async function writeTestRelease(releases: string, { env = {}, files = PAGE }: TestRelease = {}): Promise<void> {
  await writeTestFiles(getReleaseSiteFolder(releases, RELEASE_ID), { [SECURITY_HEADERS_FILE]: NO_HEADERS, ...files })
  await writeFile(getReleaseFile(releases, RELEASE_ID), JSON.stringify({ env }))
  await writeFile(getActiveReleaseFile(releases), JSON.stringify({ releases: [RELEASE_ID] }))
}

const NO_HEADERS = JSON.stringify({ all: {}, pages: {}, drafts: {} })
const PAGE = { 'index.html': '<!doctype html><title>Home</title>' }

/** The secret of webhooks that tests sign. */
export const WEBHOOK_SECRET = '0123456789abcdef'.repeat(4)

const UP_TO_DATE: PageUpdatesState = { status: 'ok', failingSince: null, failures: [], isUpdating: false }

/** Creates a publishing that renders nothing. `update` runs the listeners of a finished comparison. */
export function createTestPublishing(state = UP_TO_DATE) {
  const listeners: (() => Promise<void>)[] = []
  const publishing: NonNullable<AppOptions['publishing']> = {
    secret: WEBHOOK_SECRET,
    onPublish: async () => {},
    close: async () => {},
    updates: {
      start: () => {},
      getState: () => state,
      onUpdated: (listener) => void listeners.push(listener),
      close: async () => {},
    },
  }
  return {
    publishing,
    update: async () => {
      for (const listener of listeners) await listener()
    },
  }
}
