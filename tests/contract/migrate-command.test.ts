import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { CREATE_FIELD, createMigrationFolder, DELETE_FIELD } from './migration-folder.ts'
import { CMS_SCRIPT, createCommandFolder, runCms, writeLocalAddress } from './run-cms.ts'
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

test('shows the plan, and writes nothing without a terminal and --yes', async () => {
  await using project = await createProject({ '0001-delete-kind.cjs': DELETE_FIELD })
  const refused = await project.cms('migrate')
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('0001-delete-kind:\n  Update Content Type photo\n    Delete field kind\n'),
    stderr:
      'Run 0001-delete-kind in the environment "master" of the space "local"? There is no terminal to confirm it: run it with --yes. Nothing of it was written.\n',
  })
  const { items } = await project.local.client.contentType.getMany({})
  expect(items.map(({ sys }) => sys.id).toSorted()).toEqual(['album', 'photo'])

  expect(await project.cms('migrate', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/0001-delete-kind is applied\.\n\n1 of 1 scripts were run\.\n$/),
    stderr: '',
  })
  expect(await project.cms('migrate')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nEvery script has been run before\.\n$/),
    stderr: '',
  })
})

test('prints one JSON document', async () => {
  await using project = await createProject({ '0001-create-place.ts': CREATE_FIELD })
  const { code, stdout, stderr } = await project.cms('migrate', '--yes', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    command: 'migrate',
    applied: ['0001-create-place'],
    earlier: [],
    pending: [],
  })
  expect(stderr).toContain('Create field place')
})

test('notes a script as applied', async () => {
  await using project = await createProject({ '0001-create-place.ts': CREATE_FIELD })
  expect(await project.cms('migrate', '--applied', '0001-create-place')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0001-create-place is noted as applied in the local Contentful at'),
  })
  expect((await project.cms('migrate')).stdout).toContain('Every script has been run before.')
})

test('names an environment that does not exist', async () => {
  await using project = await createProject({ '0001-create-place.ts': CREATE_FIELD })
  for (const command of ['migrate', 'plan', 'seed', 'verify'])
    expect(await project.cms(command, '--environment', 'rehearsal')).toMatchObject({
      code: 1,
      stderr: 'The local Contentful has no environment "rehearsal": create it, or use another one\n',
    })
  expect(await project.cms('migrate', '--environment', 'a/b')).toMatchObject({
    code: 1,
    stderr: '--environment must be an id: letters, digits, hyphens\n',
  })
})

test('a killed command leaves a record that the next one names', async () => {
  await using project = await createProject({ '0001-delete-kind.cjs': DELETE_FIELD })
  const { local, migrations } = project
  const isPhotoWrite = ({ method, path }: { readonly method: string; readonly path: string }) =>
    method === 'PUT' && path.includes('/content_types/photo')
  let writes = 0
  // Kills the command after the field is omitted and before it is deleted.
  await using proxy = await startFaultProxy(local.url, (received) => {
    if (!isPhotoWrite(received)) return undefined
    writes += 1
    return writes > 2 ? 'no response' : undefined
  })
  await writeLocalAddress(migrations.root, proxy.url)
  const child = spawn(process.execPath, [CMS_SCRIPT, 'migrate', '--yes'], {
    cwd: migrations.root,
    env: createCommandEnv(),
    stdio: 'ignore',
  })
  await vi.waitUntil(() => writes > 2, { timeout: 60_000 })
  child.kill('SIGKILL')
  await once(child, 'exit')

  await writeLocalAddress(migrations.root, local.url)
  expect(await project.cms('migrate', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^0001-delete-kind was started at .+ and not finished\. .+--retry .+--applied .+\n$/),
  })
  expect(await project.cms('migrate', '--yes', '--retry')).toMatchObject({ code: 0, stderr: '' })
  const { fields } = await local.client.contentType.get({ contentTypeId: 'photo' })
  expect(fields.map(({ id }) => id)).toEqual(['alt', 'link', 'rank', 'file'])
})

test('an empty space has nothing to migrate', async () => {
  await using space = await createEmptySpace()
  await using migrations = await createMigrationFolder({ 'README.md': '# Scripts' })
  await writeLocalAddress(migrations.root, space.url)
  expect(await runCms(migrations.root, ['migrate'])).toMatchObject({
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
  expect(await cms('migrate --yes')).toMatchObject({ code: 0, stderr: '' })
  expect((await client.entry.get(CONTACT_PAGE)).fields).not.toHaveProperty('fax')
  expect(await cms('verify')).toMatchObject({ code: 0 })
  expect(await cms('seed')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 writes/m) })
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
  expect(await cms('migrate')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every script has been run before.'),
  })
})
