export type ItemCollection = 'entries' | 'assets'

const [, spacePath = '/spaces/local', environment = '/environments/master', kind, id] =
  /^\/app(\/spaces\/[^/]+)(\/environments\/[^/]+)\/(entries|assets)(?:\/([^/]+))?$/.exec(location.pathname) ?? []

/** What this page shows, by its address, which is Contentful's own below `/app`. */
export const currentPage = {
  /** Where the management API has the same. */
  spacePath,
  environmentPath: `${spacePath}${environment}`,
  collection: kind === 'entries' || kind === 'assets' ? kind : undefined,
  id: id === undefined ? undefined : decodeURIComponent(id),
} as const

/** The address of one entry or asset here, or of the list of them. */
export const getEditorPath = (of: ItemCollection, its?: string): string =>
  `/app${currentPage.environmentPath}/${of}${its === undefined ? '' : `/${encodeURIComponent(its)}`}`
