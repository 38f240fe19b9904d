import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALTERNATIVES, describeAlternative } from './alternatives.ts'

test('the table of README.md has the same rows', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const [, table = ''] = /## Not supported\n\n.*\n.*\n((?:\|.*\n)*)/.exec(readme) ?? []
  const rows = table.replaceAll('`', '').matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)
  expect([...rows].map(([, , alternative]) => alternative)).toEqual(Object.keys(ALTERNATIVES))
})

/** Paths, names of parameters and texts of messages that each row is for, in the order of the table. */
const EXAMPLES: readonly (readonly string[])[] = [
  ['/spaces/local/sync'],
  ['cursor', 'pageNext', 'prev', 'Unknown argument "pagePrev" on', 'Cannot query field "photoCursorCollection"'],
  ['fields.place[near]', 'fields.place[within]', 'Unknown field "place_within_circle"'],
  ['of a single resource'],
  ['/e/releases', '/e/release_actions/a', '/e/workflow_definitions', '/e/entries/a/tasks', '/e/entries/a/comments'],
  ['payload'],
  ['/e/timeline/a'],
  ['/o/taxonomy/concepts', '/e/concept_schemes', 'metadata.concepts.sys.id', 'taxonomy'],
  ['ResourceLink', 'resource-block', 'allowedResources', '/s/resource_types', '/e/resource_provider/a'],
  ['includeContentSourceMaps', 'Unknown directive "@contentSourceMaps"'],
  ['/e/asset_keys'],
  ['/e/public/content_types'],
  ['/e/entries/a/snapshots', '/e/content_types/a/snapshots/b'],
  ['/e/entries/a/references'],
  ['/e/bulk_actions/publish'],
  ['pictures in the format of a camera'],
  ['publishing single locales is'],
  ['changing the code of the locale "en"'],
  ['making another locale the default locale is'],
  ['/spaces', '/spaces/other', '/spaces/other/unarchive', '/organizations/local/spaces'],
  ['/e/ai/actions', '/e/semantic/search'],
  ['/e/automation_definitions', '/e/automation_executions/a'],
  ['/e/experiences', '/e/experience_templates/a', '/e/fragments', '/e/component_types', '/e/design_tokens/a'],
  ['/s/environment_templates', '/s/environments/e/template_installations/a'],
  ['/e/ui_config', '/e/ui_config/me'],
  ['/e/upload_credentials'],
  ['/o/app_uploads', '/o/app_definitions/a/key', '/e/app_installations/a/signed_requests', '/o/functions/a', 'agent'],
  ['/o/space_add_ons', '/o/organization_periodic_usages', '/o/eligible_licenses'],
  [
    '/organizations',
    '/users/a',
    '/s/roles',
    '/s/space_memberships/a',
    '/s/preview_api_keys',
    '/users/me/access_tokens',
  ],
  ['/e/extensions/a'],
  ['webhooks to other machines are'],
  ['/s/webhook_settings/retry_policy'],
  ['transformations of webhooks', '/s/webhooks/a/calls', '/s/webhooks/a/health/b'],
]

test.each(Object.keys(ALTERNATIVES).map((alternative, row) => [alternative, EXAMPLES[row] ?? []] as const))(
  'names the alternative: %s',
  (alternative, examples) => {
    expect(examples).not.toEqual([])
    for (const example of examples) expect(describeAlternative(example), example).toBe(`. Use ${alternative}`)
  },
)

test('has no alternative for others', () => {
  expect(['/e/entries', '/e/syncs', 'next page', 'payloads', 'prefix'].map(describeAlternative)).toEqual(
    Array(5).fill(''),
  )
})
