import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { STATE_DATABASE_FILE } from 'contentful-local/constants'

/**
 * Returns the URL at which the site for drafts was last served. `app install` writes it to
 * the space.
 */
export async function readPreviewSiteUrl(folder: string): Promise<string | undefined> {
  if (!existsSync(join(folder, STATE_DATABASE_FILE))) return undefined
  const { readStateMeta } = await import('contentful-local') // takes 0.3 s, and only a state folder needs it
  return readStateMeta(folder, 'site')
}
