export type ItemCollection = 'entries' | 'assets'

const [, spacePath = '/spaces/local', environment = '/environments/master', collection, id] =
  /^\/app(\/spaces\/[^/]+)(\/environments\/[^/]+)\/(entries|assets)(?:\/([^/]+))?$/.exec(location.pathname) ?? []

/** The space, environment, collection and item that the URL of this page names. The paths are those of Contentful's web app. */
export const currentPage = {
  /** Path of the space in the management API. */
  spacePath,
  environmentPath: `${spacePath}${environment}`,
  collection: collection === 'entries' || collection === 'assets' ? collection : undefined,
  id: id === undefined ? undefined : decodeURIComponent(id),
} as const

/** Returns the path of an item in the editor, or of a collection. */
export const getEditorPath = (collection: ItemCollection, id?: string): string =>
  `/app${currentPage.environmentPath}/${collection}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`
