import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { type CheckedAsset, type CheckedEntry, toCheckedAsset, toCheckedEntries } from './checked-content.ts'
import type { DraftAndPublishedContent } from './fetch-content.ts'

/** Something that visitors do not have yet, or have in an older form. */
export interface UnpublishedItem {
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
export function findUnpublishedItems(
  { drafts, getStatus }: DraftAndPublishedContent,
  links: WebAppLinks,
): UnpublishedItem[] {
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
