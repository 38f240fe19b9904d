/**
 * Where GraphQL reads content from: the local Contentful's database, or the seed in memory.
 * `preview` asks for drafts as they stand; without it only what is published is there.
 */
export interface ContentSource {
  readonly entry: (id: string, preview: boolean) => SourceEntry | undefined
  /** By publication, the newest first, then by id: Contentful's order where none is asked for. */
  readonly entries: (contentType: string, page: Page) => SourcePage<SourceEntry>
  readonly asset: (id: string, preview: boolean) => SourceAsset | undefined
  readonly assets: (page: Page) => SourcePage<SourceAsset>
}

/** Which part of a collection. */
export interface Page {
  readonly skip: number
  readonly limit: number
  readonly preview: boolean
}

export interface SourcePage<Item> {
  readonly total: number
  readonly items: readonly Item[]
}

/** When something was published; all `null` or absent while it is a draft. */
interface Publication {
  readonly publishedAt: string | null
  readonly firstPublishedAt: string | null
  readonly publishedVersion: number | null
}

export interface SourceEntry extends Publication {
  readonly id: string
  readonly contentType: string
  /** The values of the one locale; links are `{ sys: { type: 'Link', linkType, id } }`, as in REST. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface SourceAsset extends Publication {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly file: AssetFile | null
}

/** A processed file. */
export interface AssetFile {
  /** Absolute, as GraphQL gives it; the source knows where it is served. */
  readonly url: string
  readonly fileName: string
  readonly contentType: string
  /** bytes */
  readonly size: number
  /** px; absent where the file is no picture */
  readonly width?: number | null
  /** px */
  readonly height?: number | null
}

/** A link as Contentful writes it. */
export interface Link {
  readonly sys: { readonly type: 'Link'; readonly linkType: LinkType; readonly id: string }
}

export type LinkType = 'Entry' | 'Asset'

export const linkTo = (linkType: LinkType, id: string): Link => ({ sys: { type: 'Link', linkType, id } })

export function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null || !('sys' in value)) return false
  const { sys } = value
  if (typeof sys !== 'object' || sys === null || !('type' in sys) || !('linkType' in sys) || !('id' in sys))
    return false
  return sys.type === 'Link' && (sys.linkType === 'Entry' || sys.linkType === 'Asset') && typeof sys.id === 'string'
}
