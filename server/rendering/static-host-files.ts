import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { FILE_POLICY, STATIC_HOST_PAGE_POLICY, SVG_POLICY } from '#server/http/security-policies.ts'
import { PHOTO_DESK_PATH } from '#shared/photo-desk.ts'
import {
  readRedirectsFile,
  readSecurityHeadersFile,
  type SecurityHeadersFile,
  type ServedRedirect,
} from './build-files.ts'
import { writeServedFile } from './compressed-files.ts'
import { escapeHtml } from './escape-html.ts'
import { WEB_MANIFEST_FILE } from './metadata-files.ts'
import { encodePath } from './redirects-file.ts'

const manifestSchema = z.object({ name: z.string() })

/**
 * Writes what a static host needs in place of the server, from the files that the server reads: headers and redirects in
 * the format of Netlify and Cloudflare Pages, and an HTML page for each redirect and for unknown paths, for hosts that only
 * serve files.
 */
export async function writeStaticHostFiles(outDir: string, siteUrl: string): Promise<void> {
  const { served } = await readRedirectsFile(outDir)
  const { name } = manifestSchema.parse(JSON.parse(await readFile(join(outDir, WEB_MANIFEST_FILE), 'utf8')))
  await writeServedFile(outDir, '_headers', formatHeadersFile(await readSecurityHeadersFile(outDir)))
  await writeServedFile(outDir, '_redirects', served.map(formatRedirectLine).join(''))
  await writeServedFile(outDir, '404.html', renderRedirectPage('/', name)) // requirements §2
  for (const redirect of served) await writeRedirectPage(outDir, redirect, siteUrl)
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

const formatRedirectLine = ({ path, to, isPermanent }: ServedRedirect) =>
  `${encodePath(path)} ${to} ${isPermanent ? 301 : 302}\n`

async function writeRedirectPage(outDir: string, { path, to }: ServedRedirect, siteUrl: string): Promise<void> {
  const file = join(path, 'index.html')
  if (existsSync(join(outDir, file))) return // of a file of public/
  const canonical = escapeHtml(new URL(to, siteUrl).href)
  const head = `<meta name="robots" content="noindex"><link rel="canonical" href="${canonical}">`
  await writeServedFile(outDir, file, renderRedirectPage(to, to, head)).catch(
    // The path may be below a file, or its name too long. `_redirects` still has the redirect.
    ({ message }) => console.warn(`The redirect ${path} has no page for static hosts: ${message}`),
  )
}

/** An HTML page that redirects. Hosts send it without the headers of a page. */
function renderRedirectPage(to: string, title: string, head = ''): string {
  const [address, text] = [escapeHtml(to), escapeHtml(title)]
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${STATIC_HOST_PAGE_POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<title>${text}</title><a href="${address}">${text}</a></html>\n`,
  ].join('')
}
