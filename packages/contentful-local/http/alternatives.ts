/**
 * What to use instead of paths and query parameters that the local Contentful does not support. The list is the same as
 * in README.md, Not supported.
 */
const ALTERNATIVES: readonly (readonly [pattern: RegExp, alternative: string])[] = [
  [/\/sync$/, 'GET /entries and /assets with sys.updatedAt[gt], or webhooks'],
  [/\/(releases|release_actions|workflows|workflow_definitions|tasks|comments)(\/|$)/, 'scheduled actions and drafts'],
  [/\/(taxonomy|concepts|concept_schemes)(\/|$)/, 'tags'],
  [/\/asset_keys(\/|$)/, 'unpublished assets'],
  [/\/public\/content_types$/, 'sys.publishedVersion of the list, or the delivery API'],
  [/\/snapshots(\/|$)/, 'contentful-export before a change'],
  [/\/references$/, 'links_to_entry'],
  [/\/bulk_actions$/, '/bulk_actions/publish, /unpublish and /validate'],
  [
    /\/(app_uploads|app_bundles|app_actions|app_events|functions)(\/|$)|\/app_definitions\/[^/]+\/./,
    'an app definition with src and locations',
  ],
  [
    /\/(organizations|space_memberships|api_keys|preview_api_keys)(\/|$)/,
    'the tokens that the server was started with',
  ],
  [/\/users\/me\/access_tokens(\/|$)/, 'the tokens that the server was started with'],
  [/\/extensions(\/|$)/, 'app definitions and app installations'],
  [/^\/spaces(\/[^/]+)?$/, 'another state folder'],
  [/^(cursor|pageNext|pagePrev|next|prev)$/, 'skip and limit'],
  [/\[(near|within)\]$/, 'a comparison of the locations in your code'],
  [/^metadata\.concepts/, 'metadata.tags'],
]

/** The end of the message for an unsupported path or query parameter: what to use instead, if there is something. */
export function describeAlternative(pathOrParameter: string): string {
  const [, alternative] = ALTERNATIVES.find(([pattern]) => pattern.test(pathOrParameter)) ?? []
  return alternative === undefined ? '' : `. Use ${alternative}`
}
