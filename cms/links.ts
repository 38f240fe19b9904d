import * as z from 'zod'

/** A link to an entry or asset, as Contentful's APIs represent it. */
export interface ContentLink {
  readonly sys: { readonly type: 'Link'; readonly linkType: LinkType; readonly id: string }
}

export type LinkType = 'Entry' | 'Asset'

/** Creates a link in the format of Contentful’s APIs. */
export const createLink = (linkType: LinkType, id: string): ContentLink => ({ sys: { type: 'Link', linkType, id } })

/** Whether a value is a link to an entry or asset. */
export function isLink(value: unknown): value is ContentLink {
  if (typeof value !== 'object' || value === null || !('sys' in value)) return false
  const { sys } = value
  if (typeof sys !== 'object' || sys === null || !('type' in sys) || !('linkType' in sys) || !('id' in sys))
    return false
  return sys.type === 'Link' && (sys.linkType === 'Entry' || sys.linkType === 'Asset') && typeof sys.id === 'string'
}

/** Returns all links in a value at any depth, also in lists and rich text. */
export function findLinks(value: unknown): readonly ContentLink[] {
  if (isLink(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(findLinks)
}

/** The target of a link. */
export interface LinkTarget {
  readonly to: 'Asset' | 'Entry'
  readonly id: string
  /** The name in messages, for example `asset posters-home`. */
  readonly name: string
}

const linkSchema = z.object({
  sys: z.object({ type: z.literal('Link'), linkType: z.enum(['Asset', 'Entry']), id: z.string() }),
})

/** Parses a link of Contentful’s APIs. Returns `undefined` for any other value. */
export function parseLink(value: unknown): LinkTarget | undefined {
  const { success, data } = linkSchema.safeParse(value)
  if (!success) return undefined
  const { linkType, id } = data.sys
  return { to: linkType, id, name: `${linkType.toLowerCase()} ${id}` }
}
