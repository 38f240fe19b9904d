import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
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

interface PendingChangesSource extends DeliveryClients {
  readonly links: WebAppLinks
  /** URL of the site: redirects may contain it. */
  readonly siteUrl?: string
}

/** Unpublished content, and published redirects without effect. */
export interface PendingChanges {
  readonly unpublished: UnpublishedItem[]
  /** Published redirects that the site does not serve. */
  readonly refused: RejectedRedirectItem[]
}

interface RejectedRedirectItem {
  readonly id: string
  readonly title: string
  readonly link: string
  readonly reason: string
}

/** Fetches drafts and published content and compares them. */
export async function findPendingChanges({
  links,
  siteUrl,
  ...clients
}: PendingChangesSource): Promise<PendingChanges> {
  const content = await fetchContent(clients)
  const rejected = findRejectedRedirects(toCheckedContent(content.published, content.getStatus), siteUrl)
  return {
    unpublished: findUnpublishedItems(content, links),
    refused: rejected.map(({ entry: { id, title }, reason }) => ({ id, title, link: links.entry(id), reason })),
  }
}

/** An entry or asset that visitors do not see, or see in an older version. */
interface UnpublishedItem {
  readonly id: string
  /** Title of the entry or asset. */
  readonly title: string
  /** Name of the content type, or `Asset`. */
  readonly type: string
  readonly state: 'draft' | 'changed'
  /** URL in the CMS. */
  readonly link: string
}

/** Unpublished items, last changed first. */
function findUnpublishedItems({ drafts, getStatus }: DraftAndPublishedContent, links: WebAppLinks): UnpublishedItem[] {
  const items = [
    ...drafts.entries.flatMap((entry) =>
      toCheckedEntries(entry, getStatus('entry', entry.sys.id)).map((target) => ({
        target,
        updatedAt: entry.sys.updatedAt ?? '',
      })),
    ),
    ...drafts.assets.map((asset) => ({
      target: toCheckedAsset(asset, getStatus('asset', asset.sys.id)),
      updatedAt: asset.sys.updatedAt ?? '',
    })),
  ]
  return items
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .flatMap(({ target }) => {
      const { id, title, state, kind } = target
      return state === 'published' ? [] : [{ id, title, type: getTypeName(target), state, link: links[kind](id) }]
    })
}

/** Name of the content type, or `Asset`. */
export function getTypeName(target: CheckedEntry | CheckedAsset): string {
  if (target.kind === 'asset') return 'Asset'
  const { name }: ContentType = model[target.type]
  return name
}
