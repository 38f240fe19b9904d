import { relative, resolve, sep } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createSiteHeaders, FILE_POLICY, RESPONSE_POLICY, SVG_POLICY } from '#server/http/security-policies.ts'
import {
  readSecurityHeadersFile,
  SECURITY_HEADERS_FILE,
  type SecurityHeadersFile,
} from '#server/rendering/build-files.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'

/** The security headers of the responses of the site's server. */
export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>

const SVG_FILE = /\.svgz?$/i

/** Without a build: for the contact API. */
const WITHOUT_BUILD: SecurityHeadersFile = {
  all: createSiteHeaders({ siteUrl: '', assetPrefix: '' }),
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
        files.set(resolve(folder), await readSecurityHeadersFile(folder))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
        const details = { err: error, file: SECURITY_HEADERS_FILE }
        getLog().error(details, 'security headers cannot be read and stay as they were')
      }
    },
    /** Of a response that is no file: redirects, errors, data. */
    forResponse: () => ({ ...current().all, 'content-security-policy': RESPONSE_POLICY }),
    /** Of a file in addition, by its path. */
    forFile: (path: string): Readonly<Record<string, string>> => {
      const folder = [...files.keys()].find((each) => path.startsWith(each + sep)) ?? resolve(getRoot() ?? '')
      const { pages, photoDesk } = files.get(folder) ?? WITHOUT_BUILD
      const name = relative(folder, path)
        .replaceAll(sep, '/')
        .replace(/\.(br|gz)$/, '')
      if (SVG_FILE.test(name)) return { 'content-security-policy': SVG_POLICY }
      if (name.startsWith(PHOTO_DESK_PATH.slice(1)) && photoDesk) return { ...photoDesk, ...CROSS_ORIGIN_FRAME }
      return pages[name] ?? { 'content-security-policy': FILE_POLICY }
    },
    /** Of a page with drafts in addition. */
    forDraft: () => current().drafts,
  }
}

/** Lets a page of another origin show the response in a frame, also a page that isolates itself. */
const CROSS_ORIGIN_FRAME = { 'cross-origin-resource-policy': 'cross-origin' } as const
