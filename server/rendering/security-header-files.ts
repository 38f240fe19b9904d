import {
  createCspHashSource,
  FILE_CSP,
  SECURITY_HEADERS_FILE,
  type SecurityHeadersFile,
  SVG_CSP,
} from '#server/site/security-headers.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { writeServedFile } from './compressed-files.ts'
import { type BrowserBuild, pageFileName, readInlineCode } from './page-html.ts'
import { createPhotoDeskHeaders } from './photo-desk-headers.ts'
import { createPageHeaders, createPagePolicy, createSiteHeaders, type SecurityPolicyConfig } from './security-policy.ts'

/**
 * Writes the security headers of a built site, for the production server and for hosts that read `_headers`. They depend
 * on code and configuration, not on content, so a page that is re-rendered after a publish keeps its headers.
 */
export async function writeSecurityHeaders(build: BrowserBuild, config: SecurityPolicyConfig): Promise<void> {
  const nonces = build.styleNonce ? [`'nonce-${build.styleNonce}'`] : []
  const page = async (path: (typeof SITE_PATHS)[number]) => {
    const { style, script } = await readInlineCode(build, path)
    const policy = createPagePolicy(config, {
      scripts: [createCspHashSource(script)],
      styles: [createCspHashSource(style), ...nonces],
    })
    return [pageFileName(path), createPageHeaders(`${policy}; frame-ancestors 'self'`)] as const
  }
  const file: SecurityHeadersFile = {
    all: createSiteHeaders(config),
    pages: Object.fromEntries(await Promise.all(SITE_PATHS.map(page))),
    drafts: createPageHeaders(createPagePolicy(config, { scripts: [], styles: nonces })),
    photoDesk: createPhotoDeskHeaders(config),
  }
  await writeServedFile(build.outDir, SECURITY_HEADERS_FILE, `${JSON.stringify(file, null, 2)}\n`)
  await writeServedFile(build.outDir, '_headers', formatHeadersFile(file))
}

/**
 * Returns the headers in the `_headers` format of Netlify and Cloudflare Pages. These hosts join the values of a header
 * that several rules set, so each header is in only one of the rules for an address.
 */
export function formatHeadersFile({ all, pages, photoDesk = {} }: SecurityHeadersFile): string {
  const rules = [
    formatRule('/*', all),
    ...Object.entries(pages).flatMap(([file, headers]) =>
      listAddresses(file).map((address) => formatRule(address, headers)),
    ),
    // `x-frame-options` of the first rule stays: browsers ignore it beside `frame-ancestors`.
    formatRule(`${PHOTO_DESK_PATH}*`, photoDesk),
    formatRule('/media/*', { 'content-security-policy': FILE_CSP }),
    // Joined with the rule above, which it makes stricter: an SVG that is opened directly runs no scripts.
    formatRule('/*.svg', { 'content-security-policy': SVG_CSP }),
  ]
  return rules.join('')
}

const formatRule = (address: string, headers: Readonly<Record<string, string>>) =>
  `${address}\n${Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`

/** Returns all addresses of a page: `/gallery`, `/gallery/` and `/gallery/index.html`. */
function listAddresses(file: string): readonly string[] {
  const folder = `/${file.replace(/index\.html$/, '')}`
  return folder === '/' ? ['/', '/index.html'] : [folder.slice(0, -1), folder, `/${file}`]
}
