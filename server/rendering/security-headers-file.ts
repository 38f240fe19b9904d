import {
  createCspHashSource,
  createDraftPolicy,
  createPageHeaders,
  createPagePolicy,
  createPhotoDeskHeaders,
  createSiteHeaders,
  type SecurityPolicyConfig,
} from '#server/http/security-policies.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { SECURITY_HEADERS_FILE, type SecurityHeadersFile } from './build-files.ts'
import { writeServedFile } from './compressed-files.ts'
import { type BrowserBuild, pageFileName, readInlineCode } from './page-html.ts'

/**
 * Writes the security headers of a built site for the server. They depend
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
    return [pageFileName(path), createPageHeaders(policy)] as const
  }
  const file: SecurityHeadersFile = {
    all: createSiteHeaders(config),
    pages: Object.fromEntries(await Promise.all(SITE_PATHS.map(page))),
    drafts: createPageHeaders(createDraftPolicy(config, { scripts: [], styles: nonces })),
    photoDesk: createPhotoDeskHeaders(config),
  }
  await writeServedFile(build.outDir, SECURITY_HEADERS_FILE, `${JSON.stringify(file, null, 2)}\n`)
}
