import { FILE_POLICY, SVG_POLICY } from '#server/http/security-policies.ts'
import type { SecurityHeadersFile } from '#server/rendering/build-files.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'

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
    formatRule('/media/*', { 'content-security-policy': FILE_POLICY }),
    // Joined with the rule above, which it makes stricter: an SVG that is opened directly runs no scripts.
    formatRule('/*.svg', { 'content-security-policy': SVG_POLICY }),
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
