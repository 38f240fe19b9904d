/**
 * What the local Contentful does not support, what to use instead, and where it is found: in a path, the name of a query
 * parameter, or the text of a message. README.md has the same rows.
 */
export const ALTERNATIVES: readonly (readonly [feature: string, alternative: string, pattern: RegExp])[] = [
  ['/sync', 'GET /entries and /assets with sys.updatedAt[gt], or webhooks', /\/sync$/],
  ['cursors: cursor, pageNext, pagePrev', 'skip and limit', /^(cursor|pageNext|pagePrev|next|prev)$/],
  ['the filters near and within', 'a comparison of the locations in your code', /\[(near|within)\]$/],
  [
    'releases, workflows, tasks, comments',
    'scheduled actions and drafts',
    /\/(releases|release_actions|workflows|workflow_definitions|tasks|comments)(\/|$)/,
  ],
  ['taxonomy', 'tags', /\/(taxonomy|concepts|concept_schemes)(\/|$)|^metadata\.concepts|^taxonomy$/],
  [
    'ResourceLink fields, rich text with resources',
    'links to entries',
    /ResourceLink|resource-(block|inline|hyperlink)$/,
  ],
  ['content source maps', 'live preview with sys.id and field names', /^includeContentSourceMaps$/],
  ['asset keys', 'unpublished assets', /\/asset_keys(\/|$)/],
  ['/public/content_types', 'sys.publishedVersion of the list, or the delivery API', /\/public\/content_types$/],
  ['snapshots', 'contentful-export before a change', /\/snapshots(\/|$)/],
  ['references of an entry', 'links_to_entry', /\/references$/],
  ['bulk actions', 'a request for each entry and asset', /\/bulk_actions(\/|$)/],
  ['pictures in other formats than JPEG, PNG, WebP, AVIF, GIF and SVG', 'JPEG or PNG', /^pictures in the format of/],
  ['publishing single locales or fields', 'a request without a body', /^publishing single locales/],
  ['changing the code of a locale in a space with content', 'an empty space', /^changing the code of the locale/],
  [
    'making another locale the default locale',
    'another code for the default locale, in an empty space',
    /^making another locale the default locale/,
  ],
  ['creating, changing and deleting spaces', 'another state folder', /^\/spaces(\/[^/]+)?$/],
  [
    'app bundles, app actions, app events, app keys',
    'an app definition with src and locations',
    /\/(app_uploads|app_bundles|app_actions|app_events|functions)(\/|$)|\/app_definitions\/[^/]+\/./,
  ],
  [
    'members, API keys, access tokens',
    'the tokens that the server was started with',
    /\/(organizations|space_memberships|api_keys|preview_api_keys|access_tokens)(\/|$)/,
  ],
  ['extensions', 'app definitions and app installations', /\/extensions(\/|$)/],
  ['webhooks to other machines', 'a receiver on this machine', /^webhooks to other machines/],
  [
    'transformations of webhooks, the log of their calls',
    'a receiver that converts and logs the request',
    /^transformations of webhooks|\/webhooks\/[^/]+\/(calls|health)(\/|$)/,
  ],
]

/** The end of the message for something unsupported: what to use instead, if there is something. */
export function describeAlternative(text: string): string {
  const [, alternative] = ALTERNATIVES.find(([, , pattern]) => pattern.test(text)) ?? []
  return alternative === undefined ? '' : `. Use ${alternative}`
}
