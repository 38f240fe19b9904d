import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import {
  type MigrateOptions,
  markMigrationApplied,
  runMigrationScripts,
} from '#cms/sync/migrate/run-migration-scripts.ts'
import { isUnchanged } from '#cms/sync/plan/plan.ts'
import { startFilledSpace, type TestSpace } from '#local-tests/start-space.ts'
import {
  createDraftEntry,
  createManagementClient,
  publishEntry,
  publishPhotoModel,
} from '#local-tests/test-contentful.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { planTestSpace, readSpaceState } from '#tests/setup/contentful/seed-test-space.ts'
import { createErrorResponse, onRequests, startFaultProxy } from './fault-proxy.ts'
import { createPullSpace } from './pull-folder.ts'

const CREATE_FIELD = `export default (migration) => {
  migration.editContentType('photo').createField('place', { name: 'Place', type: 'Symbol' })
}`

/** Fills the field that the first script adds. */
const TRANSFORM_ENTRIES = `export default (migration) => {
  migration.transformEntries({
    contentType: 'photo',
    from: ['alt'],
    to: ['place'],
    transformEntryForLocale: ({ alt }, locale) => ({ place: 'At ' + alt[locale] }),
  })
}`

/** Deletes a field that has values. In the format of CommonJS, as in the documentation of contentful-migration. */
const DELETE_FIELD = `module.exports = function (migration) {
  migration.editContentType('photo').deleteField('kind')
}`

const SCRIPTS = {
  '0001-create-place.ts': CREATE_FIELD,
  '0002-fill-place.mjs': TRANSFORM_ENTRIES,
  '0003-delete-kind.cjs': DELETE_FIELD,
}
const NAMES = ['0001-create-place', '0002-fill-place', '0003-delete-kind']

// contentful-migration prints the plan and its progress.
const print = vi.spyOn(console, 'log')
beforeEach(() => {
  print.mockClear().mockReturnValue()
  for (const name of ['info', 'warn', 'error'] as const) vi.spyOn(console, name).mockReturnValue()
})
afterEach(() => vi.unstubAllEnvs())

/** Starts a space with a published and a draft photo. */
const startPhotoSpace = () =>
  startFilledSpace('migrations', async (url) => {
    const local = { url, client: createManagementClient(url) }
    await publishPhotoModel(local)
    await publishEntry(local, 'photo', 'bridge', { alt: 'A bridge', kind: 'day' })
    await createDraftEntry(local, 'photo', 'river', { alt: 'A river', kind: 'night' })
  })

/** Creates a folder of migration scripts, and a function that runs them without questions. */
async function createMigrationFolder(scripts: Readonly<Record<string, string>>) {
  const folder = await createTestFolder()
  for (const [file, text] of Object.entries(scripts)) await writeFile(join(folder, file), text)
  return {
    folder,
    async run(url: string, options: Partial<MigrateOptions> = {}) {
      const lines: string[] = []
      const connection = getLocalConnection(url, 'management')
      const defaults = { connection, folder, yes: true, log: (line: string) => lines.push(line) }
      return { ...(await runMigrationScripts({ ...defaults, ...options })), lines }
    },
  }
}

const readFieldIds = async ({ client }: TestSpace) =>
  (await client.contentType.get({ contentTypeId: 'photo' })).fields.map(({ id }) => id)

const readRecords = async ({ client }: Pick<TestSpace, 'client'>) => {
  const { items } = await client.entry.getMany({ query: { content_type: 'migration', order: 'sys.id' } })
  return items.filter(({ sys }) => sys.publishedVersion).map(({ fields }) => fields.name['en-US'])
}

test('§11.12 runs the scripts in the order of their names, each once, after its plan', async () => {
  // The tool would use the proxy of the environment, which cannot reach this machine.
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1')
  await using local = await startPhotoSpace()
  const migrations = await createMigrationFolder({ ...SCRIPTS, 'README.md': '', '0000.d.ts': '', '0000.test.ts': '' })
  expect(await migrations.run(local.url)).toMatchObject({ applied: NAMES, earlier: [], pending: [] })
  const printed = print.mock.calls.flat().join('\n')
  for (const line of ['Create field', 'Transform entries for', 'Delete field']) expect(printed).toContain(line)
  expect(await readFieldIds(local)).toEqual(['alt', 'link', 'rank', 'file', 'place'])
  const bridge = await local.client.entry.get({ entryId: 'bridge' })
  expect(bridge.fields).toEqual({ alt: { 'en-US': 'A bridge' }, place: { 'en-US': 'At A bridge' } })
  expect(bridge.sys.publishedVersion).toBe(bridge.sys.version - 1)
  expect((await local.client.entry.get({ entryId: 'river' })).sys.publishedVersion).toBeUndefined()

  expect(await migrations.run(local.url)).toMatchObject({ applied: [], earlier: NAMES, lines: [] })
  await writeFile(join(migrations.folder, '0004-nothing.js'), 'export default () => {}')
  expect(await migrations.run(local.url)).toMatchObject({ applied: ['0004-nothing'] })
  expect(await readRecords(local)).toEqual([...NAMES, '0004-nothing'])
  // The space has records of scripts that the folder no longer has.
  const fewer = await createMigrationFolder({ '0002-fill-place.mjs': TRANSFORM_ENTRIES })
  expect(await fewer.run(local.url)).toMatchObject({ applied: [], earlier: ['0002-fill-place'], pending: [] })
})

test.each([
  ['does not fit the space', DELETE_FIELD.replace('kind', 'colour'), /colour/],
  ['throws', `export default () => { throw new Error('Out of order') }`, /Out of order/],
])('a script that %s stops the command: earlier ones are applied, later ones not', async (_, script, reason) => {
  await using local = await startPhotoSpace()
  const file = script.startsWith('module') ? '0002-wrong.cjs' : '0002-wrong.mjs'
  const migrations = await createMigrationFolder({
    '0001-create-place.ts': CREATE_FIELD,
    [file]: script,
    '0003-delete-kind.cjs': DELETE_FIELD,
  })
  const error = await migrations.run(local.url).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(reason) })
  expect(String(error)).toContain(`${file} failed: `)
  expect(String(error)).toContain('--applied <script>')
  expect(await readFieldIds(local)).toEqual(['alt', 'kind', 'link', 'rank', 'file', 'place'])
  expect(await readRecords(local)).toEqual(['0001-create-place'])

  // The corrected script runs as if it were new.
  const corrected = await createMigrationFolder({ ...SCRIPTS, '0002-fill-place.mjs': TRANSFORM_ENTRIES })
  expect(await corrected.run(local.url)).toMatchObject({ applied: NAMES.slice(1) })
})

test('a rejected request stops the command with its reason, and the script is not noted', async () => {
  await using local = await startPhotoSpace()
  const migrations = await createMigrationFolder({ '0001-create-place.ts': CREATE_FIELD })
  const fault = createErrorResponse(422, 'Not now')
  await using unreadable = await startFaultProxy(local.url, onRequests(/^GET .*content_type=migration/, fault))
  await expect(migrations.run(unreadable.url)).rejects.toThrow('responded with 422 (Not now)')
  await using proxy = await startFaultProxy(local.url, onRequests(/^PUT .*content_types\/photo/, fault))
  await expect(migrations.run(proxy.url)).rejects.toThrow(/0001-create-place\.ts failed: .*Not now/)
  const nothing = await createMigrationFolder({ '0001-nothing.ts': 'export default () => {}' })
  await using unnoted = await startFaultProxy(local.url, onRequests(/^PUT .*entries/, fault))
  await expect(nothing.run(unnoted.url)).rejects.toThrow(
    /0001-nothing\.ts was run, but that cannot be noted \(Not now\): .+ --applied 0001-nothing notes it$/,
  )
  expect(await migrations.run(local.url)).toMatchObject({ applied: ['0001-create-place'], earlier: [] })
})

test('a script that cannot run stops the command before the first write', async () => {
  await using local = await startPhotoSpace()
  const before = await readSpaceState(local.url)
  for (const [file, script, message] of [
    ['0002-wrong.ts', 'export default (', /0002-wrong\.ts cannot be imported: /],
    ['0002-wrong.ts', 'export const up = () => {}', /0002-wrong\.ts exports no migration: export default /],
    ['0002 wrong.ts', CREATE_FIELD, /0002 wrong\.ts: use at most 54 letters/],
    [`${'x'.repeat(55)}.ts`, CREATE_FIELD, /x\.ts: use at most 54 letters/],
    ['0001-create-place.cjs', DELETE_FIELD, /0001-create-place\.\w+: another script has/],
  ] as const) {
    const migrations = await createMigrationFolder({ '0001-create-place.ts': CREATE_FIELD, [file]: script })
    await expect.soft(migrations.run(local.url)).rejects.toThrow(message)
  }
  expect(await readSpaceState(local.url)).toEqual(before)
})

test('a script can be noted as applied', async () => {
  await using local = await startPhotoSpace()
  const migrations = await createMigrationFolder(SCRIPTS)
  const options = { connection: getLocalConnection(local.url, 'management'), folder: migrations.folder }
  await expect(markMigrationApplied(options, '0009-other')).rejects.toThrow(/has no script "0009-other"/)
  await markMigrationApplied(options, '0002-fill-place')
  await markMigrationApplied(options, '0002-fill-place')
  expect(await migrations.run(local.url)).toMatchObject({
    applied: ['0001-create-place', '0003-delete-kind'],
    earlier: ['0002-fill-place'],
  })
})

test('§11.12 runs scripts in the environment of the connection only', async () => {
  await using local = await startPhotoSpace()
  const source = { 'X-Contentful-Source-Environment': 'master' }
  await local.client.environment.createWithId({ environmentId: 'copy' }, { name: 'copy' }, source)
  const migrations = await createMigrationFolder({ '0001-delete-kind.cjs': DELETE_FIELD })
  const connection = { ...getLocalConnection(local.url, 'management'), environmentId: 'copy' }
  expect(await migrations.run(local.url, { connection })).toMatchObject({ applied: ['0001-delete-kind'] })
  expect(await migrations.run(local.url, { connection })).toMatchObject({ applied: [] })
  expect(await readFieldIds(local)).toContain('kind')
})

test('seed and pull ignore the record of a script', async () => {
  await using space = await createPullSpace()
  const migrations = await createMigrationFolder({ '0001-nothing.ts': 'export default () => {}' })
  await migrations.run(space.url)
  expect(await readRecords(space)).toEqual(['0001-nothing'])
  expect((await planTestSpace(space.url, { model })).items.filter((item) => !isUnchanged(item))).toEqual([])
  expect(await space.pull()).toMatchObject({ written: [] })
})
