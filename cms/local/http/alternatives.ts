/**
 * What to use instead of requests that the local Contentful does not support, by path. The list is the same as in
 * README.md, Not supported.
 */
const PATH_ALTERNATIVES: readonly (readonly [pattern: RegExp, alternative: string])[] = [
  [/\/sync$/, 'GET /entries and /assets with sys.updatedAt[gt], or webhooks'],
  [/\/(releases|release_actions|workflows|workflow_definitions|tasks|comments)(\/|$)/, 'scheduled actions and drafts'],
  [/\/(taxonomy|concepts|concept_schemes)(\/|$)/, 'tags'],
  [/\/asset_keys(\/|$)/, 'unpublished assets'],
  [/\/snapshots(\/|$)/, 'contentful-export before a change'],
  [/\/references$/, 'links_to_entry'],
  [/\/bulk_actions$/, '/bulk_actions/publish, /unpublish and /validate'],
  [
    /\/(organizations|space_memberships|api_keys|preview_api_keys|users\/me\/access_tokens)(\/|$)/,
    'the tokens that the server was started with',
  ],
  [/\/(extensions|app_installations|app_definitions)(\/|$)/, 'the editor at /app'],
]

const PARAMETER_ALTERNATIVES: typeof PATH_ALTERNATIVES = [
  [/^(cursor|pageNext|pagePrev|next|prev)$/, 'skip and limit'],
  [/\[(near|within)\]$/, 'a comparison of the locations in your code'],
  [/^metadata\.concepts/, 'metadata.tags'],
]

const describe = (alternatives: typeof PATH_ALTERNATIVES, name: string): string => {
  const [, alternative] = alternatives.find(([pattern]) => pattern.test(name)) ?? []
  return alternative === undefined ? '' : `. Use ${alternative}`
}

/** The end of the message for a path without a route: what to use instead, if there is something. */
export const describePathAlternative = (path: string): string => describe(PATH_ALTERNATIVES, path)

/** The end of the message for an unsupported query parameter. */
export const describeParameterAlternative = (name: string): string => describe(PARAMETER_ALTERNATIVES, name)
