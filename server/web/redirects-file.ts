import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Beside the pages, written with them (scripts/build/redirect-files.ts); a dotfile is never served. */
export const REDIRECTS_FILE = '.redirects.json'

const servedRedirect = z.object({
  /** As it is compared: decoded, without a slash at its end. */
  path: z.string(),
  /** As it is sent: a path of this site, or an https address. */
  to: z.string(),
  isPermanent: z.boolean(),
})

/** A redirect that would do harm, and why: its entry's id, and where it begins. */
const refusedRedirect = z.object({ id: z.string(), from: z.string(), reason: z.string() })

/** What editors have published of redirects, as the site was last built from it. */
const redirectsFile = z.object({
  served: z.array(servedRedirect),
  refused: z.array(refusedRedirect),
  /** Paths that have a page for static hosts, which is taken away with its redirect. */
  pages: z.array(z.string()),
})

export type ServedRedirect = z.output<typeof servedRedirect>
export type RedirectsFile = z.output<typeof redirectsFile>

/** What stands in the folder of a build; nothing where it was built without. Throws where the file is not such a one. */
export async function readRedirectsFile(root: string): Promise<RedirectsFile> {
  try {
    return redirectsFile.parse(JSON.parse(await readFile(join(root, REDIRECTS_FILE), 'utf8')))
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return NONE
    throw problem
  }
}

const NONE: RedirectsFile = { served: [], refused: [], pages: [] }
