import type { ContentType } from './field-definitions.ts'

export type PageType = ContentType & { readonly path: string }

export const isPage = (type: ContentType): type is PageType => type.path !== undefined

/** Returns the pages that link to a content type, directly or indirectly, or are it. */
export const findPagesUsingType = (id: string, types: readonly ContentType[]): readonly PageType[] =>
  types.filter(isPage).filter((page) => reaches(page, id, types))

/**
 * Returns the page that a content type belongs to: the page itself, or the only page that links to it, directly or
 * indirectly. `undefined` if several pages, none, or site-wide content such as the site settings link to it.
 */
export function findOwnPage(id: string, types: readonly ContentType[]): PageType | undefined {
  const [page, otherPage] = findPagesUsingType(id, types)
  if (!page || otherPage) return undefined
  const isOfPage = types
    .filter((source) => reaches(source, id, types))
    .every((source) => findPagesUsingType(source.id, types).includes(page))
  return page.id === id || isOfPage ? page : undefined
}

const reaches = (source: ContentType, id: string, types: readonly ContentType[]): boolean =>
  findReachableTypes(source, types).some((type) => type.id === id)

/** Returns a content type, and every type that its entries can link to, directly or through other entries. */
export function findReachableTypes(start: ContentType, types: readonly ContentType[]): readonly ContentType[] {
  const reachable = new Set([start])
  // A set also iterates over the elements that are added meanwhile.
  for (const type of reachable) {
    const linkedIds = getLinkedTypes(type)
    for (const linked of types) if (linkedIds.includes(linked.id)) reachable.add(linked)
  }
  return [...reachable]
}

/** Returns the ids of the content types that the fields of a content type link to. */
export const getLinkedTypes = ({ fields }: ContentType): readonly string[] =>
  Object.values(fields).flatMap(({ link }) => (link?.to === 'Entry' ? link.types : []))

/** Returns the name of a page in file names: `galleryPage` → `gallery`. */
export const getPageName = ({ id }: Pick<ContentType, 'id'>): string => toKebabCase(id.replace(/(?<=.)Page$/, ''))

/** Converts an id to the form of file names: `galleryImage` → `gallery-image`. */
const toKebabCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
