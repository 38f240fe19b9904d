/**
 * What to use instead of what the local Contentful does not support, and where that is found: in a path, the name of a query
 * parameter, or the text of a message. README.md has the same rows, with the names of the features.
 */
export const ALTERNATIVES: readonly (readonly [alternative: string, pattern: RegExp])[] = [
  ['GET /entries and /assets with sys.updatedAt[gt], or webhooks', /\/sync$/],
  ['skip and limit', /^(cursor|pageNext|pagePrev|next|prev)$/],
  ['a comparison of the locations in your code', /\[(near|within)\]$/],
  ['scheduled actions and drafts', /\/(releases|release_actions|workflows|workflow_definitions|tasks|comments)(\/|$)/],
  ['tags', /\/(taxonomy|concepts|concept_schemes)(\/|$)|^metadata\.concepts|^taxonomy$/],
  ['links to entries', /ResourceLink|resource-(block|inline|hyperlink)$/],
  ['live preview with sys.id and field names', /^includeContentSourceMaps$/],
  ['unpublished assets', /\/asset_keys(\/|$)/],
  ['sys.publishedVersion of the list, or the delivery API', /\/public\/content_types$/],
  ['contentful-export before a change', /\/snapshots(\/|$)/],
  ['links_to_entry', /\/references$/],
  ['a request for each entry and asset', /\/bulk_actions(\/|$)/],
  ['JPEG or PNG', /^pictures in the format of/],
  ['a request without a body', /^publishing single locales/],
  ['an empty space', /^changing the code of the locale/],
  ['another code for the default locale, in an empty space', /^making another locale the default locale/],
  ['another state folder', /^\/spaces(\/[^/]+)?$/],
  [
    'an app definition with src and locations',
    /\/(app_uploads|app_bundles|app_actions|app_events|functions)(\/|$)|\/app_definitions\/[^/]+\/./,
  ],
  ['the fixed tokens', /\/(organizations|space_memberships|api_keys|preview_api_keys|access_tokens)(\/|$)/],
  ['app definitions and app installations', /\/extensions(\/|$)/],
  ['a receiver on this machine', /^webhooks to other machines/],
  [
    'a receiver that converts and logs the request',
    /^transformations of webhooks|\/webhooks\/[^/]+\/(calls|health)(\/|$)/,
  ],
]

/** The end of the message for something unsupported: what to use instead, if there is something. */
export function describeAlternative(text: string): string {
  const [alternative] = ALTERNATIVES.find(([, pattern]) => pattern.test(text)) ?? []
  return alternative === undefined ? '' : `. Use ${alternative}`
}
