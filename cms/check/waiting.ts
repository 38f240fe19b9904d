import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { contentOf } from './content.ts'
import { bothDelivered, type SpaceReaders } from './delivered.ts'
import { refusedRedirects } from './redirects.ts'
import { type Unpublished, unpublishedOf } from './unpublished.ts'

interface Source extends SpaceReaders {
  readonly links: WebAppLinks
  /** The site's own address: a redirect may name it in full. */
  readonly siteUrl?: string
}

/** What an editor may think that visitors have, and they have not. */
export interface Waiting {
  readonly unpublished: Unpublished[]
  /** Redirects that are published and lead nowhere. */
  readonly refused: RefusedInCms[]
}

interface RefusedInCms {
  readonly id: string
  readonly title: string
  readonly link: string
  readonly reason: string
}

/** Reads both APIs at once, four requests where a space holds at most 200 of a kind: somebody waits for it. */
export async function waitingIn({ links, siteUrl, ...readers }: Source): Promise<Waiting> {
  const both = await bothDelivered(readers)
  const refused = refusedRedirects(contentOf(both.published, both.stateOf), siteUrl)
  return {
    unpublished: unpublishedOf(both, links),
    refused: refused.map(({ entry: { id, title }, reason }) => ({ id, title, link: links.entry(id), reason })),
  }
}
