/**
 * What to use instead of what the local Contentful does not support, and where that is found: in a path, the name of a query
 * parameter, or the text of a message. README.md has the same rows, with the names of the features.
 */
export const ALTERNATIVES: Readonly<Record<string, RegExp>> = {
  'GET /entries and /assets with sys.updatedAt[gt], or webhooks': /\/sync$/,
  'skip and limit': /^(cursor|pageNext|pagePrev|next|prev)$|^Unknown argument "page(Next|Prev)"|CursorCollection"/,
  'a comparison of the locations in your code': /\[(near|within)\]$|_within_(circle|rectangle)"/,
  'the list with sys.id': /^of a single resource$/,
  'scheduled actions and drafts':
    /\/(releases|release_actions|workflows|workflow_definitions|workflows_changelog|tasks|comments)(\/|$)/,
  'an action for each entry and asset': /^payload$/,
  'drafts in the preview API': /\/timeline(\/|$)/,
  tags: /\/(taxonomy|concepts|concept_schemes)(\/|$)|^metadata\.concepts|^taxonomy$|^Field "concepts\w*" is not defined by type "Contentful/,
  'links to entries':
    /ResourceLink|resource-(block|inline|hyperlink)$|^allowedResources$|\/resource_(types|provider)(\/|$)/,
  'live preview with sys.id and field names': /^includeContentSourceMaps$|"@contentSourceMaps"/,
  'unpublished assets': /\/asset_keys(\/|$)/,
  'sys.publishedVersion of the list, or the delivery API': /\/public\/content_types$/,
  'contentful-export before a change': /\/snapshots(\/|$)/,
  links_to_entry: /\/references$/,
  'a request for each entry and asset': /\/bulk_actions(\/|$)/,
  'JPEG or PNG': /^pictures in the format of/,
  'a request without a body': /^publishing single locales/,
  'an empty space': /^changing the code of the locale/,
  'another code for the default locale, in an empty space': /^making another locale the default locale/,
  'another state folder': /^\/spaces(\/[^/]+(\/unarchive)?)?$|^\/organizations\/[^/]+\/spaces$/,
  'a script that sends requests': /\/(ai|semantic)\//,
  webhooks: /\/automation_(definitions|executions)(\/|$)/,
  'content types and entries':
    /\/(experiences|(experience_)?(fragments|templates)|components|component_types|data_assemblies|design_tokens)(\/|$)/,
  'contentful-migration': /\/(environment_templates|template_installations)(\/|$)/,
  'lists with filters and order': /\/ui_config(\/|$)/,
  'POST /uploads': /\/upload_credentials$/,
  'an app definition with src and locations':
    /\/(app_uploads|app_bundles|app_actions|app_events|functions|actions|signed_requests)(\/|$)|\/app_definitions\/[^/]+\/.|^(agent|bundle)$/,
  'the option limits': /\/(space_add_ons|eligible_licenses|available_licenses|\w*usages)(\/|-|$)/,
  'the fixed tokens':
    /\/(organizations|users|oauth_applications|teams|roles|\w+_memberships|space_members|(preview_)?api_keys|access_tokens)(\/|$)/,
  'app definitions and app installations': /\/extensions(\/|$)/,
  'a receiver on this machine': /^webhooks to other machines/,
  'the fixed times of retries': /\/webhook_settings\/retry_policy$/,
  'a receiver that converts and logs the request':
    /^transformations of webhooks|\/webhooks\/[^/]+\/(calls|health)(\/|$)/,
}

/** The end of the message for something unsupported: what to use instead, if there is something. */
export function describeAlternative(text: string): string {
  const [alternative] = Object.entries(ALTERNATIVES).find(([, pattern]) => pattern.test(text)) ?? []
  return alternative === undefined ? '' : `. Use ${alternative}`
}
