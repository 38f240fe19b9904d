import type { ContentType } from './field-definitions.ts'

/** A content type that is a page. */
export type PageType = ContentType & { readonly path: string }

/** Whether the content type is a page. */
export const isPage = (type: ContentType): type is PageType => type.path !== undefined

/** Returns the pages that link to a content type, directly or indirectly, or are it. */
export const findPagesOf = (id: string, types: readonly ContentType[]): readonly PageType[] =>
  types.filter(isPage).filter((page) => page.id === id || linksTo(page, id, types))

/**
 * Returns the page that a content type belongs to: the page itself, or the only page that links to it, directly or
 * indirectly. `undefined` if several pages, none, or site-wide content such as the site settings link to it.
 */
export function findOwnPage(id: string, types: readonly ContentType[]): PageType | undefined {
  const [page, otherPage] = findPagesOf(id, types)
  if (!page || otherPage || page.id === id) return otherPage ? undefined : page
  const isOfPage = types
    .filter((source) => getLinkedTypes(source).includes(id))
    .every((source) => findOwnPage(source.id, types) === page)
  return isOfPage ? page : undefined
}

/** Returns the ids of the content types that the fields of a content type link to. */
export const getLinkedTypes = ({ fields }: ContentType): readonly string[] =>
  Object.values(fields).flatMap(({ link }) => (link?.to === 'Entry' ? link.types : []))

/** Whether a content type links to another one, directly or indirectly. */
const linksTo = (source: ContentType, id: string, types: readonly ContentType[]): boolean =>
  getLinkedTypes(source).some(
    (linked) => linked === id || types.some((type) => type.id === linked && linksTo(type, id, types)),
  )

/** Returns the name of a page in file names: `galleryPage` → `gallery`. */
export const getPageName = ({ id }: Pick<ContentType, 'id'>): string => toKebabCase(id.replace(/(?<=.)Page$/, ''))

/** `galleryImage` → `gallery-image` */
const toKebabCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
