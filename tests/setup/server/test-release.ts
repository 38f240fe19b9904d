import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getActiveReleaseFile, getReleaseFile, getReleaseSiteFolder } from '#server/site/releases.ts'
import { SECURITY_HEADERS_FILE } from '#server/site/security-headers.ts'

const RELEASE_ID = '20261122T101500123Z-1a2b3c4d'

/** The content of a release for tests. */
export interface TestRelease {
  /** The public variables of the build. */
  readonly env?: Readonly<Record<string, string>>
  /** Content of the site's files by name; default: one page. */
  readonly files?: Readonly<Record<string, string | Buffer>>
}

/** Writes a release into a new releases folder and activates it, in the layout of `npm run build`. */
export async function writeTestRelease(releases: string, { env = {}, files = PAGE }: TestRelease = {}): Promise<void> {
  for (const [name, content] of Object.entries({ [SECURITY_HEADERS_FILE]: NO_HEADERS, ...files })) {
    const path = join(getReleaseSiteFolder(releases, RELEASE_ID), name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await writeFile(getReleaseFile(releases, RELEASE_ID), JSON.stringify({ env }))
  await writeFile(getActiveReleaseFile(releases), JSON.stringify({ releases: [RELEASE_ID] }))
}

const NO_HEADERS = JSON.stringify({ all: {}, pages: {}, drafts: {} })
const PAGE = { 'index.html': '<!doctype html><title>Home</title>' }
