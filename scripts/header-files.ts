import { SITE_PATHS } from '#cms/model/site-paths.ts'
import { FILE_POLICY, HEADERS_FILE, type HeadersFile, hashSource, SVG_POLICY } from '#server/web/security-headers.ts'
import { type BrowserBuild, fileOf, inlineCode } from './page-html.ts'
import { type PolicyConfig, pageHeaders, pagePolicy, siteHeaders } from './security-policy.ts'
import { writeServed } from './write-served.ts'

/**
 * Writes the security headers of a built site, for our server and for hosts that read `_headers`. They depend on code and
 * configuration, not on content: a page that is written again after a publish keeps them.
 */
export async function writeHeaders(build: BrowserBuild, config: PolicyConfig): Promise<void> {
  const nonces = build.styleNonce ? [`'nonce-${build.styleNonce}'`] : []
  const page = async (path: (typeof SITE_PATHS)[number]) => {
    const { style, script } = await inlineCode(build, path)
    const policy = pagePolicy(config, { scripts: [hashSource(script)], styles: [hashSource(style), ...nonces] })
    return [fileOf(path), pageHeaders(`${policy}; frame-ancestors 'self'`)] as const
  }
  const file: HeadersFile = {
    all: siteHeaders(config),
    pages: Object.fromEntries(await Promise.all(SITE_PATHS.map(page))),
    drafts: pageHeaders(pagePolicy(config, { scripts: [], styles: nonces })),
  }
  await writeServed(build.outDir, HEADERS_FILE, `${JSON.stringify(file, null, 2)}\n`)
  await writeServed(build.outDir, '_headers', hostHeaders(file))
}

/**
 * For static hosts, in the format of Netlify and Cloudflare Pages. They join the values of a header that several rules
 * set, so that each header is in one of the rules for an address.
 */
export function hostHeaders({ all, pages }: HeadersFile): string {
  const rules = [
    rule('/*', all),
    ...Object.entries(pages).flatMap(([file, headers]) => addressesOf(file).map((address) => rule(address, headers))),
    rule('/media/*', { 'content-security-policy': FILE_POLICY }),
    // Joined with the rule above, which it makes stricter: a drawing that somebody opens by its address runs no script.
    rule('/*.svg', { 'content-security-policy': SVG_POLICY }),
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
