import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServedRedirect } from '#server/rendering/build-files.ts'
import { writeServedFile } from '#server/rendering/compressed-files.ts'
import { escapeHtml } from '#server/rendering/escape-html.ts'
import { renderRedirectPage } from './redirect-page.ts'

const getPageFile = (path: string) => join(path, 'index.html')

/** Whether a build has a page with this path: one of the site, or of a redirect. */
export const hasPage = (outDir: string, path: string): boolean => existsSync(join(outDir, getPageFile(path)))

/** Writes an HTML page for a redirect, for hosts that only serve files. */
export async function writeRedirectPage(outDir: string, { path, to }: ServedRedirect, siteUrl: string): Promise<void> {
  const canonical = escapeHtml(new URL(to, siteUrl).href)
  const page = renderRedirectPage(
    to,
    to,
    `<meta name="robots" content="noindex"><link rel="canonical" href="${canonical}">`,
  )
  await writeServedFile(outDir, getPageFile(path), page).catch(
    // The path may be below a file, or its name too long. The other two forms of the redirect still work.
    ({ message }) => console.warn(`The redirect ${path} has no page for static hosts: ${message}`),
  )
}

/** Removes the page of a redirect, and folders that are empty then. */
export async function removeRedirectPage(outDir: string, path: string): Promise<void> {
  const file = join(outDir, getPageFile(path))
  for (const ending of ['', '.br', '.gz']) await rm(`${file}${ending}`, { force: true })
  for (let folder = dirname(file); folder !== join(outDir); folder = dirname(folder)) {
    const error = await rmdir(folder).catch((error: Error) => error)
    if (error) return // the folder contains other files
  }
}
