import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import {
  type CheckedAsset,
  type CheckedEntry,
  toCheckedAsset,
  toCheckedContent,
  toCheckedEntries,
} from './checked-content.ts'
import { type DeliveryClients, type DraftAndPublishedContent, fetchContent } from './fetch-content.ts'
import { findRejectedRedirects } from './rules/redirects.ts'

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

/** Something that visitors do not have yet, or have in an older form. */
interface UnpublishedItem {
  readonly id: string
  /** As editors know it. */
  readonly title: string
  /** The content type's name, or `Asset`. */
  readonly type: string
  readonly state: 'draft' | 'changed'
  /** Into the CMS. */
  readonly link: string
}

/** What waits to be published, last changed first. */
function findUnpublishedItems({ drafts, getStatus }: DraftAndPublishedContent, links: WebAppLinks): UnpublishedItem[] {
  const things = [
    ...drafts.entries.flatMap((entry) =>
      toCheckedEntries(entry, getStatus('entry', entry.sys.id)).map((of) => ({
        target: of,
        updatedAt: entry.sys.updatedAt ?? '',
      })),
    ),
    ...drafts.assets.map((asset) => ({
      target: toCheckedAsset(asset, getStatus('asset', asset.sys.id)),
      updatedAt: asset.sys.updatedAt ?? '',
    })),
  ]
  return things
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .flatMap(({ target }) => {
      const { id, title, state, kind } = target
      return state === 'published' ? [] : [{ id, title, type: getTypeName(target), state, link: links[kind](id) }]
    })
}

/** The content type's name, or `Asset`. */
export function getTypeName(target: CheckedEntry | CheckedAsset): string {
  if (target.kind === 'asset') return 'Asset'
  const { name }: ContentType = model[target.type]
  return name
}
