import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

// Files that a build has beside its pages, for the server that serves it. Dotfiles are never served.

/** The one file below a dotfolder that is served (RFC 9116). */
export const SECURITY_TXT_PATH = '.well-known/security.txt'

/** The security headers of pages and files. */
export const SECURITY_HEADERS_FILE = '.headers.json'

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

/** Reads the security headers of a build. Throws when the file is missing or invalid. */
export const readSecurityHeadersFile = async (root: string): Promise<SecurityHeadersFile> =>
  headersFile.parse(JSON.parse(await readFile(join(root, SECURITY_HEADERS_FILE), 'utf8')))

/** The editors' redirects. */
export const REDIRECTS_FILE = '.redirects.json'

const servedRedirect = z.object({
  /** In the form that request paths are compared in: decoded, without a trailing slash. */
  path: z.string(),
  /** Value of the Location header: a path of this site, or an https URL. */
  to: z.string(),
  isPermanent: z.boolean(),
})

/** A redirect that is not served because it would do harm: the id of its entry, its path, and the reason. */
const refusedRedirect = z.object({ id: z.string(), from: z.string(), reason: z.string() })

/** The published redirects as of the last build. */
const redirectsFile = z.object({
  served: z.array(servedRedirect),
  refused: z.array(refusedRedirect),
  /** Empty; servers of an earlier version require it. */
  pages: z.array(z.string()),
})

export type ServedRedirect = z.output<typeof servedRedirect>
export type RedirectsFile = z.output<typeof redirectsFile>

const NO_REDIRECTS: RedirectsFile = { served: [], refused: [], pages: [] }

/** Reads the redirects of a build; a build without the file has none. Throws when the file is invalid. */
export async function readRedirectsFile(root: string): Promise<RedirectsFile> {
  try {
    return redirectsFile.parse(JSON.parse(await readFile(join(root, REDIRECTS_FILE), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NO_REDIRECTS
    throw error
  }
}
