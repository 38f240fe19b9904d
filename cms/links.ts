import * as z from 'zod'

export interface LinkTarget {
  readonly to: 'Asset' | 'Entry'
  readonly id: string
  /** The name in messages, for example `asset posters-home`. */
  readonly name: string
}

const linkSchema = z.object({
  sys: z.object({ type: z.literal('Link'), linkType: z.enum(['Asset', 'Entry']), id: z.string() }),
})

/** Creates a link in the format of Contentful’s APIs. */
export const createLink = (linkType: LinkTarget['to'], id: string): z.output<typeof linkSchema> => ({
  sys: { type: 'Link', linkType, id },
})

/** Parses a link of Contentful’s APIs. Returns `undefined` for any other value. */
export function parseLink(value: unknown): LinkTarget | undefined {
  const { success, data } = linkSchema.safeParse(value)
  if (!success) return undefined
  const { linkType, id } = data.sys
  return { to: linkType, id, name: `${linkType.toLowerCase()} ${id}` }
}

/** Returns the links in the value of a field: a link, or a list of them. */
export const parseLinks = (value: unknown): readonly LinkTarget[] =>
  [value].flat().flatMap((element) => parseLink(element) ?? [])

/** Returns the names of all links in a value, at any depth, also in rich text and JSON objects. */
export function findLinkNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const link = parseLink(value)
  return link ? [link.name] : Object.values(value).flatMap(findLinkNames)
}
