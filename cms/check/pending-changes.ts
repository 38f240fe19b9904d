import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { toCheckedContent } from './checked-content.ts'
import { type DeliveryClients, fetchContent } from './fetch-content.ts'
import { findRejectedRedirects } from './rules/redirects.ts'
import { findUnpublishedItems, type UnpublishedItem } from './unpublished-items.ts'

interface Source extends DeliveryClients {
  readonly links: WebAppLinks
  /** The site's own address: a redirect may name it in full. */
  readonly siteUrl?: string
}

/** What an editor may think that visitors have, and they have not. */
export interface PendingChanges {
  readonly unpublished: UnpublishedItem[]
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
export async function findPendingChanges({ links, siteUrl, ...readers }: Source): Promise<PendingChanges> {
  const both = await fetchContent(readers)
  const refused = findRejectedRedirects(toCheckedContent(both.published, both.getStatus), siteUrl)
  return {
    unpublished: findUnpublishedItems(both, links),
    refused: refused.map(({ entry: { id, title }, reason }) => ({ id, title, link: links.entry(id), reason })),
  }
}
