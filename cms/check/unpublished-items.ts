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
        of,
        updatedAt: entry.sys.updatedAt ?? '',
      })),
    ),
    ...drafts.assets.map((asset) => ({
      of: toCheckedAsset(asset, getStatus('asset', asset.sys.id)),
      updatedAt: asset.sys.updatedAt ?? '',
    })),
  ]
  return things
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .flatMap(({ of }) => {
      const { id, title, state, kind } = of
      return state === 'published' ? [] : [{ id, title, type: getTypeName(of), state, link: links[kind](id) }]
    })
}

/** The content type's name, or `Asset`. */
export function getTypeName(of: CheckedEntry | CheckedAsset): string {
  if (of.kind === 'asset') return 'Asset'
  const { name }: ContentType = model[of.type]
  return name
}
