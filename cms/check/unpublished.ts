import type { ContentType } from '#cms/model/fields.ts'
import { model } from '#cms/model/model.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { type Asset, assetOf, type Entry, entryOf } from './content.ts'
import type { BothDelivered } from './delivered.ts'

/** Something that visitors do not have yet, or have in an older form. */
export interface Unpublished {
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
export function unpublishedOf({ drafts, stateOf }: BothDelivered, links: WebAppLinks): Unpublished[] {
  const things = [
    ...drafts.entries.flatMap((entry) =>
      entryOf(entry, stateOf('entry', entry.sys.id)).map((of) => ({ of, updatedAt: entry.sys.updatedAt ?? '' })),
    ),
    ...drafts.assets.map((asset) => ({
      of: assetOf(asset, stateOf('asset', asset.sys.id)),
      updatedAt: asset.sys.updatedAt ?? '',
    })),
  ]
  return things
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .flatMap(({ of }) => {
      const { id, title, state, kind } = of
      return state === 'published' ? [] : [{ id, title, type: typeName(of), state, link: links[kind](id) }]
    })
}

/** The content type's name, or `Asset`. */
export function typeName(of: Entry | Asset): string {
  if (of.kind === 'asset') return 'Asset'
  const { name }: ContentType = model[of.type]
  return name
}
