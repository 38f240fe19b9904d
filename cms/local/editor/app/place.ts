export type Kind = 'entries' | 'assets'

const [, space = '/spaces/local', environment = '/environments/master', kind, id] =
  /^\/app(\/spaces\/[^/]+)(\/environments\/[^/]+)\/(entries|assets)(?:\/([^/]+))?$/.exec(location.pathname) ?? []

/** What this page shows, by its address, which is Contentful's own below `/app`. */
export const place = {
  /** Where the management API has the same. */
  space,
  environment: `${space}${environment}`,
  kind: kind === 'entries' || kind === 'assets' ? kind : undefined,
  id: id === undefined ? undefined : decodeURIComponent(id),
} as const

/** The address of one entry or asset here, or of the list of them. */
export const pageOf = (of: Kind, its?: string): string =>
  `/app${place.environment}/${of}${its === undefined ? '' : `/${encodeURIComponent(its)}`}`
