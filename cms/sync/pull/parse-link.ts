import * as z from 'zod'

/** Where a link leads. */
export interface LinkTarget {
  readonly to: 'Asset' | 'Entry'
  readonly id: string
  /** For people: `asset posters-home` */
  readonly name: string
}

const link = z.object({
  sys: z.object({ type: z.literal('Link'), linkType: z.enum(['Asset', 'Entry']), id: z.string() }),
})

/** A link as Contentful writes it; `undefined` where it is none. */
export function parseLink(value: unknown): LinkTarget | undefined {
  const { success, data } = link.safeParse(value)
  if (!success) return undefined
  const { linkType, id } = data.sys
  return { to: linkType, id, name: `${linkType.toLowerCase()} ${id}` }
}
