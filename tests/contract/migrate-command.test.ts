import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { CREATE_FIELD, createMigrationFolder, DELETE_FIELD } from './migration-folder.ts'
import { createCommandFolder, runCms, writeLocalAddress } from './run-cms.ts'
import { addField, createEmptySpace, createSiteSpace } from './seeded-space.ts'
import { createManagementClient, publishPhotoModel, startTestContentful } from './test-contentful.ts'

/** Creates a folder with scripts, and a space with their content types that commands in the folder use. */
async function createProject(scripts: Readonly<Record<string, string>>) {
  const local = await startTestContentful()
  await publishPhotoModel(local)
  const migrations = await createMigrationFolder(scripts)
  await writeLocalAddress(migrations.root, local.url)
  return {
    local,
    migrations,
    cms: (...args: readonly string[]) => runCms(migrations.root, args),
    async [Symbol.asyncDispose]() {
      await migrations[Symbol.asyncDispose]()
      await local[Symbol.asyncDispose]()
    },
  }
}

test('shows the plan and runs the scripts once; without a terminal only with --yes', async () => {
  await using project = await createProject({ '0001-delete-kind.cjs': DELETE_FIELD })
  expect(await project.cms('migrate')).toMatchObject({
    code: 1,
    stderr: 'migrate asks before each script, and there is no terminal: add --yes\n',
  })
  const { items } = await project.local.client.contentType.getMany({})
  expect(items.map(({ sys }) => sys.id).toSorted()).toEqual(['album', 'photo'])

  expect(await project.cms('migrate', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/0001-delete-kind:\n.+Delete field kind.+\n\n1 of 1 scripts were run\.\n$/s),
  })
  expect(await project.cms('migrate', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nEvery script has been run before\.\n$/),
    stderr: '',
  })
})

test('notes a script as applied', async () => {
  await using project = await createProject({ '0001-create-place.ts': CREATE_FIELD })
  expect(await project.cms('migrate', '--applied', '0001-create-place')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      '0001-create-place is noted as applied in the environment "master" of the local Contentful at',
    ),
  })
  expect((await project.cms('migrate', '--yes')).stdout).toContain('Every script has been run before.')
})

test('names an environment that does not exist', async () => {
  await using project = await createProject({ '0001-create-place.ts': CREATE_FIELD })
  for (const command of ['migrate', 'plan', 'seed', 'verify'])
    expect(
      await project.cms(command, '--environment', 'rehearsal', ...(command === 'migrate' ? ['--yes'] : [])),
    ).toMatchObject({
      code: 1,
      stderr: 'The local Contentful has no environment "rehearsal": create it, or use another one\n',
    })
  expect(await project.cms('migrate', '--environment', 'a/b', '--yes')).toMatchObject({
    code: 1,
    stderr: '--environment must be an id: letters, digits, hyphens\n',
  })
})

test('an empty space has nothing to migrate', async () => {
  await using space = await createEmptySpace()
  await using migrations = await createMigrationFolder({ 'README.md': '# Scripts' })
  await writeLocalAddress(migrations.root, space.url)
  expect(await runCms(migrations.root, ['migrate', '--yes'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('There is no script in cms/migrations.'),
  })
})

const DELETE_FAX = `import type { MigrationFunction } from 'contentful-migration'

export default ((migration) => {
  migration.editContentType('contactPage').deleteField('fax')
}) satisfies MigrationFunction
`

/** Creates a folder with a script and the content of the site, whose contact page has a value in one more required field. */
async function createSiteProject() {
  const space = await createSiteSpace()
  const project = await createCommandFolder()
  await writeLocalAddress(project.folder, space.url)
  await mkdir(join(project.folder, 'cms/migrations'), { recursive: true })
  await writeFile(join(project.folder, 'cms/migrations/0001-delete-fax.ts'), DELETE_FAX)
  const client = createManagementClient(space.url)
  await addField({ client }, 'contactPage', { id: 'fax', required: true })
  const page = await client.entry.get(CONTACT_PAGE)
  const fields = { ...page.fields, fax: { [LOCALE]: '+1 555 0100' } }
  await client.entry.publish(CONTACT_PAGE, await client.entry.update(CONTACT_PAGE, { ...page, fields }))
  return {
    cms: project.cms,
    client,
    async [Symbol.asyncDispose]() {
      await project[Symbol.asyncDispose]()
      await space[Symbol.asyncDispose]()
    },
  }
}

const CONTACT_PAGE = { entryId: 'contact-page' }

test('deletes a field with values; verify, seed, pull and check ignore the record of the script', async () => {
  await using project = await createSiteProject()
  const { cms, client } = project
  expect(await cms('verify')).toMatchObject({ code: 3, stdout: expect.stringContaining('fax: required') })
  expect(await cms('migrate --yes')).toMatchObject({ code: 0 })
  expect((await client.entry.get(CONTACT_PAGE)).fields).not.toHaveProperty('fax')
  expect(await cms('verify')).toMatchObject({ code: 0 })
  expect(await cms('seed')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing differs from the seed.'),
  })
  expect(await cms('pull --dry-run')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The seed matches the space.'),
  })
  expect((await cms('check --offline')).stdout).not.toContain('migration')
})

test('deletes a field with values in a copy of the environment, to which an alias then switches', async () => {
  await using project = await createSiteProject()
  const { cms, client } = project
  const copy = { environmentId: 'delete-fax' }
  await client.environment.createWithId(copy, { name: 'Delete fax' }, { 'X-Contentful-Source-Environment': 'master' })
  expect(await cms('migrate --environment delete-fax --yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Migrating the environment "delete-fax" of the local Contentful .+Delete field fax/s,
    ),
  })
  expect(await cms('verify --environment delete-fax')).toMatchObject({ code: 0 })
  // Visitors still see the environment with the field.
  expect((await client.entry.get(CONTACT_PAGE)).fields).toHaveProperty('fax')
  expect(await cms('verify')).toMatchObject({ code: 3, stdout: expect.stringContaining('fax: required') })

  const environment = { sys: { type: 'Link' as const, linkType: 'Environment' as const, id: copy.environmentId } }
  await client.environmentAlias.createWithId({ environmentAliasId: 'master' }, { environment })
  expect(await cms('verify')).toMatchObject({ code: 0 })
  expect((await client.entry.get(CONTACT_PAGE)).fields).not.toHaveProperty('fax')
  expect(await cms('migrate --yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every script has been run before.'),
  })
})
