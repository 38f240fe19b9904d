/** A link to an entry or asset, as Contentful's APIs represent it. */
export interface EntityLink {
  readonly sys: { readonly type: 'Link'; readonly linkType: EntityType; readonly id: string }
}

export type EntityType = 'Entry' | 'Asset'

/** Creates a link to a resource of any type. */
export const createLink = <Type extends string>(linkType: Type, id: string) => ({
  sys: { type: 'Link' as const, linkType, id },
})

/** `metadata` of an entry or asset in responses. */
export const createMetadata = (tags: readonly string[]) => ({
  tags: tags.map((id) => createLink('Tag', id)),
  concepts: [],
})

/** Whether a value is a link to an entry or asset. */
export function isLink(value: unknown): value is EntityLink {
  if (typeof value !== 'object' || value === null || !('sys' in value)) return false
  const { type, linkType, id }: { readonly [name: string]: unknown } = Object(value.sys)
  return type === 'Link' && (linkType === 'Entry' || linkType === 'Asset') && typeof id === 'string'
}

/** Returns the links of a field: of a list all, of a single link this one, of any other value none. */
export const collectLinks = (value: unknown): readonly EntityLink[] => [value].flat().filter(isLink)

/** A link, and the property names and indexes that lead to it. */
export interface FoundLink extends EntityLink {
  readonly path: readonly (string | number)[]
}

/** Returns all links in a value at any depth, also in lists and rich text. `path`: path of the value. */
export function findLinks(value: unknown, path: FoundLink['path'] = []): readonly FoundLink[] {
  if (isLink(value)) return [{ sys: value.sys, path }]
  if (Array.isArray(value)) return value.flatMap((item, index) => findLinks(item, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => findLinks(child, [...path, name]))
}
