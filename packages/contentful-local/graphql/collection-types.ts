/** Arguments of all content fields: another locale than that of the entry or asset, and whether its fallback is used. */
export const LOCALE_ARGUMENTS = 'locale: String, useFallbackLocale: Boolean'

export const LINK_ARGUMENTS = `preview: Boolean, ${LOCALE_ARGUMENTS}`

/** Number of items without the argument `limit`; Contentful omits the others silently (docs/contentful.md, Complexity). */
export const DEFAULT_COLLECTION_LIMIT = 100

/** Prints the arguments of a collection; `where` and `order` only if it can be filtered and sorted. */
export const printCollectionArguments = (filter?: string, order?: string): string =>
  [
    `skip: Int = 0, limit: Int = ${DEFAULT_COLLECTION_LIMIT}, ${LINK_ARGUMENTS}`,
    ...(filter ? [`where: ${filter}`] : []),
    ...(order ? [`order: [${order}]`] : []),
  ].join(', ')

/** Prints a collection type. An item with a broken link is `null`. */
export const printCollectionType = (name: string, itemType: string): string =>
  `type ${name} { total: Int! skip: Int! limit: Int! items: [${itemType}]! }`
