import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'

/** Beside the pages, written with them (scripts/build/security-header-files.ts); a dotfile is never served. */
export const SECURITY_HEADERS_FILE = '.headers.json'

/** The one file below a dotfolder that is served (RFC 9116). */
export const SECURITY_TXT_PATH = '.well-known/security.txt'

const headers = z.record(z.string(), z.string())

const headersFile = z.object({
  /** Of every response. */
  all: headers,
  /** Of each page, by the name of its file: `gallery/index.html`. */
  pages: z.record(z.string(), headers),
  /** Of a page with drafts, whose Content-Security-Policy the server completes with `frame-ancestors`. */
  drafts: headers,
  /** Of the files of the photo desk. Releases of earlier versions have none. */
  photoDesk: z.optional(headers),
})

/** The security headers of a built site. */
export type SecurityHeadersFile = z.output<typeof headersFile>

type Headers = Readonly<Record<string, string>>

/** The security headers of the responses of the site's server. */
export interface SecurityHeaders {
  /**
   * Reads the file of a build: at the start, after each rebuild, and before another build is served. A file that cannot
   * be read changes nothing.
   */
  readonly read: (folder?: string) => Promise<void>
  /** Of a response that is no file: redirects, errors, data. */
  readonly forResponse: () => Headers
  /** Of a file in addition, by its path. */
  readonly forFile: (path: string) => Headers
  /** Of a page with drafts in addition. */
  readonly forDraft: () => Headers
}

/** Nothing is loaded or run, if a browser shows the response as a page. */
const NOTHING_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** Policy of an image or video opened directly: the browser shows it in a page with inline styles. */
export const FILE_CSP = `${NOTHING_POLICY}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'`

/** Policy of an SVG file opened directly: it is a document of this origin and must not run scripts or load anything. */
export const SVG_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const SVG_FILE = /\.svgz?$/i

/** Browsers use https for two years, in s. Subdomains are not ours to decide about. */
export const STRICT_TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' } as const

/** Headers for a folder without the file: valid for every page. */
const UNKNOWN: SecurityHeadersFile = {
  all: {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
  },
  pages: {},
  drafts: { 'content-security-policy': "base-uri 'none'; object-src 'none'" },
}

/** Folders whose headers are kept. Responses of a folder that was served before the last two have ended long ago. */
const MAX_FOLDERS = 3

/** `root`: the folder of the build that is served. */
export function createSecurityHeaders(root: () => string): SecurityHeaders {
  /** By the folder of the build: while the server switches to another one, responses of both are on their way. */
  const files = new Map<string, SecurityHeadersFile>()
  const current = () => files.get(resolve(root())) ?? UNKNOWN
  return {
    read: async (folder = root()) => {
      try {
        const file = headersFile.parse(JSON.parse(await readFile(join(folder, SECURITY_HEADERS_FILE), 'utf8')))
        files.delete(resolve(folder))
        files.set(resolve(folder), file)
        for (const old of [...files.keys()].slice(0, -MAX_FOLDERS)) files.delete(old)
      } catch (problem) {
        if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return
        console.error(`${SECURITY_HEADERS_FILE} cannot be read, so the security headers stay as they were:`, problem)
      }
    },
    forResponse: () => ({ ...current().all, 'content-security-policy': NOTHING_POLICY }),
    forFile: (path) => {
      const [folder, file] = [...files].find(([each]) => path.startsWith(each + sep)) ?? [resolve(root()), current()]
      const name = relative(folder, path)
        .replaceAll(sep, '/')
        .replace(/\.(br|gz)$/, '')
      if (SVG_FILE.test(name)) return { 'content-security-policy': SVG_CSP }
      if (isPhotoDeskFile(name) && file.photoDesk) return { ...file.photoDesk, ...CROSS_ORIGIN_FRAME }
      const page = file.pages[name] ?? (file === UNKNOWN && name.endsWith('.html') ? file.drafts : undefined)
      return page ?? { 'content-security-policy': FILE_CSP }
    },
    forDraft: () => current().drafts,
  }
}

/** Whether a file of a build, by its path in the folder, is one of the photo desk. */
const isPhotoDeskFile = (name: string) => name.startsWith(PHOTO_DESK_PATH.slice(1))

/** Lets a page of another origin show the response in a frame, also a page that isolates itself. */
const CROSS_ORIGIN_FRAME = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** The source expression that allows one inline script or style element (Content Security Policy Level 3, 2.3.1). */
export const createCspHashSource = (inline: string) =>
  `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
