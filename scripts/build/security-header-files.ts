import { SITE_PATHS } from '#cms/model/site-paths.ts'
import {
  createCspHashSource,
  FILE_CSP,
  SECURITY_HEADERS_FILE,
  type SecurityHeadersFile,
  SVG_CSP,
} from '#server/web/security-headers.ts'
import { type BrowserBuild, pageFileName, readInlineCode } from './page-html.ts'
import { createPageHeaders, createPagePolicy, createSiteHeaders, type SecurityPolicyConfig } from './security-policy.ts'
import { writeServedFile } from './write-served.ts'

/**
 * Writes the security headers of a built site, for our server and for hosts that read `_headers`. They depend on code and
 * configuration, not on content: a page that is written again after a publish keeps them.
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
  }
  await writeServedFile(build.outDir, SECURITY_HEADERS_FILE, `${JSON.stringify(file, null, 2)}\n`)
  await writeServedFile(build.outDir, '_headers', formatHeadersFile(file))
}

/**
 * For static hosts, in the format of Netlify and Cloudflare Pages. They join the values of a header that several rules
 * set, so that each header is in one of the rules for an address.
 */
export function formatHeadersFile({ all, pages }: SecurityHeadersFile): string {
  const rules = [
    rule('/*', all),
    ...Object.entries(pages).flatMap(([file, headers]) => addressesOf(file).map((address) => rule(address, headers))),
    rule('/media/*', { 'content-security-policy': FILE_CSP }),
    // Joined with the rule above, which it makes stricter: a drawing that somebody opens by its address runs no script.
    rule('/*.svg', { 'content-security-policy': SVG_CSP }),
  ]
  return rules.join('')
}

const rule = (address: string, headers: Readonly<Record<string, string>>) =>
  `${address}\n${Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`

/** `gallery/index.html` is at `/gallery`, `/gallery/` and its own address. */
function addressesOf(file: string): readonly string[] {
  const folder = `/${file.replace(/index\.html$/, '')}`
  return folder === '/' ? ['/', '/index.html'] : [folder.slice(0, -1), folder, `/${file}`]
}
