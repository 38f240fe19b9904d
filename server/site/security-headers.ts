import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'

/** Beside the pages, written with them (server/rendering/security-header-files.ts); a dotfile is never served. */
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

/** The security headers of the responses of the site's server. */
export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>

/** Nothing is loaded or run, if a browser shows the response as a page. */
const NOTHING_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** Policy of an image or video opened directly: the browser shows it in a page with inline styles. */
export const FILE_CSP = `${NOTHING_POLICY}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'`

/** Policy of an SVG file opened directly: it is a document of this origin and must not run scripts or load anything. */
export const SVG_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const SVG_FILE = /\.svgz?$/i

/** Browsers use https for two years, in s. Subdomains are not ours to decide about. */
export const STRICT_TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' } as const

/** Without a build: for the contact API. */
const WITHOUT_BUILD: SecurityHeadersFile = {
  all: {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
  },
  pages: {},
  drafts: {},
}

/** `getRoot` returns the folder of the build that is served, if there is one. */
export function createSecurityHeaders(
  getRoot: () => string | undefined,
  getLog: () => Pick<FastifyBaseLogger, 'error'>,
) {
  /** By the folder of the build: while the server switches to another one, responses of both are on their way. */
  const files = new Map<string, SecurityHeadersFile>()
  const current = () => files.get(resolve(getRoot() ?? '')) ?? WITHOUT_BUILD
  return {
    /**
     * Reads the file of a build: at the start, after each rebuild, and before another build is served. A file that cannot
     * be read changes nothing.
     */
    read: async (folder = getRoot()) => {
      if (folder === undefined) return
      try {
        const content = await readFile(join(folder, SECURITY_HEADERS_FILE), 'utf8')
        files.set(resolve(folder), headersFile.parse(JSON.parse(content)))
      } catch (problem) {
        if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return
        getLog().error(
          { err: problem, file: SECURITY_HEADERS_FILE },
          'security headers cannot be read and stay as they were',
        )
      }
    },
    /** Of a response that is no file: redirects, errors, data. */
    forResponse: () => ({ ...current().all, 'content-security-policy': NOTHING_POLICY }),
    /** Of a file in addition, by its path. */
    forFile: (path: string): Readonly<Record<string, string>> => {
      const folder = [...files.keys()].find((each) => path.startsWith(each + sep)) ?? resolve(getRoot() ?? '')
      const { pages, photoDesk } = files.get(folder) ?? WITHOUT_BUILD
      const name = relative(folder, path)
        .replaceAll(sep, '/')
        .replace(/\.(br|gz)$/, '')
      if (SVG_FILE.test(name)) return { 'content-security-policy': SVG_CSP }
      if (name.startsWith(PHOTO_DESK_PATH.slice(1)) && photoDesk) return { ...photoDesk, ...CROSS_ORIGIN_FRAME }
      return pages[name] ?? { 'content-security-policy': FILE_CSP }
    },
    /** Of a page with drafts in addition. */
    forDraft: () => current().drafts,
  }
}

/** Lets a page of another origin show the response in a frame, also a page that isolates itself. */
const CROSS_ORIGIN_FRAME = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** The source expression that allows one inline script or style element (Content Security Policy Level 3, 2.3.1). */
export const createCspHashSource = (inline: string) =>
  `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
