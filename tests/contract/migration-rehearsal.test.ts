import { expect, test } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { createMigrationFolder } from './migration-folder.ts'
import { linkCommandCache, runCms, writeLocalAddress } from './run-cms.ts'
import { addField, createSiteSpace } from './seeded-space.ts'
import { createManagementClient } from './test-contentful.ts'

const DELETE_FAX = `module.exports = (migration) => {
  migration.editContentType('contactPage').deleteField('fax')
}
`

test('a field with values is deleted in a copy, verified there, and the alias switches to the copy and back', async () => {
  await using space = await createSiteSpace()
  const client = createManagementClient(space.url)
  await addField({ client }, 'contactPage', { id: 'fax', name: 'Fax' })
  const { items } = await client.entry.getMany({ query: { content_type: 'contactPage' } })
  const [page] = items
  if (!page) throw new Error('The space has no contact page')
  const params = { entryId: page.sys.id }
  const withFax = { ...page, fields: { ...page.fields, fax: { [LOCALE]: '555 0199' } } }
  await client.entry.publish(params, await client.entry.update(params, withFax))

  await using migrations = await createMigrationFolder({ '0001-delete-fax.cjs': DELETE_FAX })
  await linkCommandCache(migrations.root)
  await writeLocalAddress(migrations.root, space.url)
  const cms = (command: string) => runCms(migrations.root, command.split(' '))
  const readFax = async (environmentId: string) =>
    (await client.entry.get({ ...params, environmentId })).fields.fax?.[LOCALE]
  const switchMaster = async (environmentId: string) => {
    const environment = { sys: { type: 'Link' as const, linkType: 'Environment' as const, id: environmentId } }
    const alias = { environmentAliasId: 'master' }
    const existing = await client.environmentAlias.get(alias).catch(() => undefined)
    return existing
      ? client.environmentAlias.update(alias, { ...existing, environment })
      : client.environmentAlias.createWithId(alias, { environment })
  }

  const differences = await cms('verify')
  expect(differences).toMatchObject({ code: 3, stdout: expect.stringContaining('fax') })

  await client.environment.createWithId({ environmentId: 'delete-fax' }, { name: 'delete-fax' })
  const migrated = await cms('migrate --environment delete-fax --yes')
  expect(migrated).toMatchObject({ code: 0, stdout: expect.stringContaining('Delete field fax') })
  expect(await cms('verify --environment delete-fax')).toMatchObject({ code: 0 })
  expect(await readFax('delete-fax')).toBeUndefined()
  expect(await readFax('master')).toBe('555 0199')

  await switchMaster('delete-fax')
  expect(await cms('verify')).toMatchObject({ code: 0 })
  expect(await cms('migrate')).toMatchObject({ code: 0, stdout: expect.stringContaining('has been run before') })
  expect(await readFax('master')).toBeUndefined()
  const query = '{ contactPageCollection(limit: 1) { items { __typename sys { environmentId } } } }'
  const response = await fetch(`${space.url}/content/v1/spaces/local/environments/master`, {
    method: 'POST',
    headers: { authorization: 'Bearer local-delivery', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  expect(await response.json()).toMatchObject({
    data: { contactPageCollection: { items: [{ sys: { environmentId: 'delete-fax' } }] } },
  })

  await switchMaster(`master-${new Date().toISOString().slice(0, 10)}`)
  expect(await readFax('master')).toBe('555 0199')
})
