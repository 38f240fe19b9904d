/** A link to an entry or asset, as Contentful's APIs represent it. */
export interface ContentLink {
  readonly sys: { readonly type: 'Link'; readonly linkType: LinkType; readonly id: string }
}

export type LinkType = 'Entry' | 'Asset'

/** Creates a link to a resource of any type. */
export const createResourceLink = <Type extends string>(linkType: Type, id: string) => ({
  sys: { type: 'Link' as const, linkType, id },
})

/** `metadata` of an entry or asset in responses. */
export const createMetadata = (tags: readonly string[]) => ({
  tags: tags.map((id) => createResourceLink('Tag', id)),
  concepts: [],
})

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
