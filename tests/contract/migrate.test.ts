import { expect, onTestFinished, test, vi } from 'vitest'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { markMigrationApplied } from '#cms/sync/migrate/run-migrations.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { CREATE_FIELD, createMigrationFolder, DELETE_FIELD, TRANSFORM_ENTRIES } from './migration-folder.ts'
import { exportSpace, importSpace } from './official-tools.ts'
import { readSpaceState } from './seeded-space.ts'
import {
  createDraftEntry,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
} from './test-contentful.ts'

const SCRIPTS = {
  '0001-create-place.ts': CREATE_FIELD,
  '0002-fill-place.mjs': TRANSFORM_ENTRIES,
  '0003-delete-kind.cjs': DELETE_FIELD,
}

/** Starts a space with a published and a draft photo. */
async function startPhotoSpace() {
  const local = await startTestContentful()
  await publishPhotoModel(local)
  await publishEntry(local, 'photo', 'bridge', { alt: 'A bridge', kind: 'day' })
  await createDraftEntry(local, 'photo', 'river', { alt: 'A river', kind: 'night' })
  return local
}

const readFieldIds = async ({ client }: TestContentful) =>
  (await client.contentType.get({ contentTypeId: 'photo' })).fields.map(({ id }) => id)

const readRecordStates = async ({ client }: TestContentful) => {
  const { items } = await client.entry.getMany({ query: { content_type: 'migration', order: 'sys.id' } })
  return items.map(({ sys, fields }) => [
    fields.name['en-US'],
    fields.finishedAt !== undefined,
    sys.publishedVersion !== undefined,
  ])
}

test('runs the scripts in the order of their names, each once, after its plan', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder({ ...SCRIPTS, 'README.md': '# Scripts' })
  const { applied, earlier, pending, lines, questions } = await migrations.run(local.url)
  const names = ['0001-create-place', '0002-fill-place', '0003-delete-kind']
  expect({ applied, earlier, pending, questions }).toEqual({
    applied: names,
    earlier: [],
    pending: [],
    questions: names,
  })
  expect(lines).toEqual([
    '\n0001-create-place:',
    '  Update Content Type photo',
    '    Create field place',
    '      - name: "Place"',
    '      - type: "Symbol"',
    '  Publish Content Type photo',
    '0001-create-place is applied.',
    '\n0002-fill-place:',
    '  Transform entries for photo',
    '    - from: alt',
    '    - to: place',
    '0002-fill-place is applied.',
    '\n0003-delete-kind:',
    '  Update Content Type photo',
    '    Delete field kind',
    '  Publish Content Type photo',
    '0003-delete-kind is applied.',
  ])
  expect(await readFieldIds(local)).toEqual(['alt', 'link', 'rank', 'file', 'place'])
  const bridge = await local.client.entry.get({ entryId: 'bridge' })
  expect(bridge.fields).toEqual({ alt: { 'en-US': 'A bridge' }, place: { 'en-US': 'At A bridge' } })
  expect(bridge.sys.publishedVersion).toBe(bridge.sys.version - 1)
  expect((await local.client.entry.get({ entryId: 'river' })).sys.publishedVersion).toBeUndefined()

  const again = await migrations.run(local.url)
  expect(again).toMatchObject({ applied: [], earlier: names, writes: 0, lines: [], questions: [] })
  await migrations.write('0004-nothing.ts', 'export default () => {}')
  expect(await migrations.run(local.url)).toMatchObject({
    applied: ['0004-nothing'],
    lines: ['\n0004-nothing:', '  Nothing to change', '0004-nothing is applied.'],
  })
  expect(await readRecordStates(local)).toEqual([...names, '0004-nothing'].map((name) => [name, true, true]))
})

test('renames a field with its values, and moves values to linked entries', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder({
    '0001-rename-kind.ts': `export default (migration) => {
  migration.editContentType('photo').changeFieldId('kind', 'light')
}
`,
    '0002-derive-places.ts': `export default (migration) => {
  const place = migration.createContentType('place', { name: 'Place', displayField: 'name' })
  place.createField('name', { name: 'Name', type: 'Symbol' })
  const link = { name: 'Place', type: 'Link', linkType: 'Entry' }
  migration.editContentType('photo').createField('place', link)
  migration.deriveLinkedEntries({
    contentType: 'photo',
    derivedContentType: 'place',
    from: ['alt'],
    toReferenceField: 'place',
    derivedFields: ['name'],
    identityKey: async ({ alt }) => alt['en-US'].replaceAll(' ', '-'),
    deriveEntryForLocale: async ({ alt }, locale) => ({ name: alt[locale] }),
  })
}
`,
  })
  await migrations.run(local.url)
  const bridge = await local.client.entry.get({ entryId: 'bridge' })
  expect(bridge.fields).toMatchObject({ light: { 'en-US': 'day' }, place: { 'en-US': { sys: { id: 'A-bridge' } } } })
  expect(bridge.fields).not.toHaveProperty('kind')
  const place = await local.client.entry.get({ entryId: 'A-bridge' })
  expect(place.fields).toEqual({ name: { 'en-US': 'A bridge' } })
})

test('stops at a script that the user declines, before anything of it is written', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder(SCRIPTS)
  const before = await readSpaceState(local.url)
  expect(await migrations.run(local.url, { confirm: async () => false })).toMatchObject({
    applied: [],
    pending: ['0001-create-place', '0002-fill-place', '0003-delete-kind'],
    writes: 0,
  })
  expect(await readSpaceState(local.url)).toEqual(before)

  const confirm = async (name: string) => name.startsWith('0001')
  expect(await migrations.run(local.url, { confirm })).toMatchObject({
    applied: ['0001-create-place'],
    pending: ['0002-fill-place', '0003-delete-kind'],
  })
  expect(await migrations.run(local.url)).toMatchObject({
    applied: ['0002-fill-place', '0003-delete-kind'],
    earlier: ['0001-create-place'],
  })
})

test.each([
  ['does not fit the space', DELETE_FIELD.replace('kind', 'colour'), /colour/],
  ['throws', `export default () => { throw new Error('Out of order') }`, /Out of order$/],
  [
    'throws for an entry',
    TRANSFORM_ENTRIES.replace("'At '", 'alt.missing.length').replace("['place']", "['link']"),
    /undefined/,
  ],
  [
    'writes while it is planned',
    `export default async (_, { makeRequest }) => { await makeRequest({ method: 'DELETE', url: '/entries/river' }) }`,
    /it sends DELETE \/entries\/river itself/,
  ],
])('a script that %s stops the command: earlier ones are applied, later ones not', async (_, script, reason) => {
  await using local = await startPhotoSpace()
  const extension = script.startsWith('module') ? 'cjs' : 'mjs'
  await using migrations = await createMigrationFolder({
    '0001-create-place.ts': CREATE_FIELD,
    [`0002-wrong.${extension}`]: script,
    '0003-delete-kind.cjs': DELETE_FIELD,
  })
  const error = await migrations.run(local.url).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(reason) })
  expect(String(error)).toContain(`0002-wrong.${extension} failed, nothing of it was written: `)
  expect(await readFieldIds(local)).toEqual(['alt', 'kind', 'link', 'rank', 'file', 'place'])
  expect(await readRecordStates(local)).toEqual([['0001-create-place', true, true]])
  await local.client.entry.get({ entryId: 'river' })

  // The corrected script runs as if it were new.
  await using corrected = await createMigrationFolder({
    '0001-create-place.ts': CREATE_FIELD,
    '0002-wrong.mjs': TRANSFORM_ENTRIES,
    '0003-delete-kind.cjs': DELETE_FIELD,
  })
  expect(await corrected.run(local.url)).toMatchObject({ applied: ['0002-wrong', '0003-delete-kind'] })
})

test.each([
  ['a syntax error', '0002-wrong.ts', 'export default (', /0002-wrong\.ts cannot be imported: /],
  ['no function', '0002-wrong.ts', 'export const up = () => {}', /0002-wrong\.ts exports no migration/],
  ['a name that is no id', '0002 wrong.ts', CREATE_FIELD, /0002 wrong\.ts: use at most 54 letters/],
  ['the name of another one', '0001-create-place.cjs', DELETE_FIELD, /0001-create-place\.\w+: another script has/],
])('a script with %s stops the command before the first write', async (_, file, script, message) => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder({ '0001-create-place.ts': CREATE_FIELD, [file]: script })
  const before = await readSpaceState(local.url)
  await expect(migrations.run(local.url)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  })
  expect(await readSpaceState(local.url)).toEqual(before)
})

test('a missing folder is an error', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder({})
  await expect(migrations.run(local.url, { folder: `${migrations.folder}/none` })).rejects.toThrow(
    /none cannot be read .+: run this in the folder of the project/,
  )
})

/** Rejects writes to the path from the nth on. */
const startRejectingProxy = (url: string, pattern: RegExp, allowedWrites = 0) => {
  let writes = 0
  return startFaultProxy(url, ({ method, path }) => {
    if (method === 'GET' || !pattern.test(path)) return undefined
    writes += 1
    return writes > allowedWrites ? { status: 422, body: { sys: { id: 'E' }, message: 'Not now' } } : undefined
  })
}

test('a script whose first request is rejected can simply run again', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder(SCRIPTS)
  await using proxy = await startRejectingProxy(local.url, /content_types\/photo/)
  await expect(migrations.run(proxy.url)).rejects.toThrow(
    /0001-create-place\.ts failed at PUT .+: Not now\nNothing of .+ was written\.$/,
  )
  expect(await readRecordStates(local)).toEqual([])
  expect((await migrations.run(local.url)).applied).toHaveLength(3)
})

test('a script that failed in the middle is not run again unless the user says so', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder(SCRIPTS)
  // The field is omitted and published, but not deleted.
  await using proxy = await startRejectingProxy(local.url, /content_types\/photo/, 4)
  const message = /0003-delete-kind\.cjs failed at PUT .+: Not now\n2 of \d requests were written before\. .+--retry/
  await expect(migrations.run(proxy.url)).rejects.toThrow(message)
  expect(await readRecordStates(local)).toEqual([
    ['0001-create-place', true, true],
    ['0002-fill-place', true, true],
    ['0003-delete-kind', false, false],
  ])
  await migrations.write('0004-nothing.ts', 'export default () => {}')
  const before = await readSpaceState(local.url)
  await expect(migrations.run(local.url)).rejects.toThrow(
    /^0003-delete-kind was started at .+ and not finished\. .+--retry .+--applied/,
  )
  expect(await readSpaceState(local.url)).toEqual(before)

  const { applied, lines } = await migrations.run(local.url, { retry: true })
  expect(applied).toEqual(['0003-delete-kind', '0004-nothing'])
  expect(lines[0]).toMatch(/^\n0003-delete-kind, which was started at .+ and not finished:$/)
  expect(await readFieldIds(local)).toEqual(['alt', 'link', 'rank', 'file', 'place'])
})

test('a script can be noted as applied', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder(SCRIPTS)
  const options = { connection: getLocalManagementConnection(local.url), folder: migrations.folder }
  await expect(markMigrationApplied(options, '0009-other')).rejects.toThrow(/has no script "0009-other"/)
  await markMigrationApplied(options, '0002-fill-place')
  await markMigrationApplied(options, '0002-fill-place')
  expect(await migrations.run(local.url)).toMatchObject({
    applied: ['0001-create-place', '0003-delete-kind'],
    earlier: ['0002-fill-place'],
  })
})

test('of two runs at the same time only one applies a script', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder({ '0001-create-place.ts': CREATE_FIELD })
  let waiting = 0
  const bothArePlanned = Promise.withResolvers<void>()
  const confirm = async () => {
    waiting += 1
    if (waiting === 2) bothArePlanned.resolve()
    await bothArePlanned.promise
    return true
  }
  const results = await Promise.allSettled([1, 2].map(() => migrations.run(local.url, { confirm })))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const failed = results.find((result) => result.status === 'rejected')
  expect(failed?.reason).toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(/^0001-create-place was started by another process at .+: wait/),
  })
  expect(await readRecordStates(local)).toEqual([['0001-create-place', true, true]])
})

test('continues after lost responses to every kind of request', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder({
    '0001-create-place.ts': CREATE_FIELD.replace(
      "type: 'Symbol' })",
      "type: 'Symbol' })\n  migration.createTag('old', { name: 'Old' })",
    ),
    '0002-fill-place.mjs': TRANSFORM_ENTRIES,
    '0003-delete.cjs': `module.exports = (migration) => {
  migration.editContentType('photo').deleteField('kind')
  migration.deleteTag('old')
  migration.deleteContentType('album')
}
`,
  })
  const lost = new Set<string>()
  await using proxy = await startFaultProxy(local.url, ({ method, path }) => {
    const request = `${method} ${path}`
    if (method === 'GET' || lost.has(request) || /migration-000[23]/.test(path)) return undefined
    lost.add(request)
    return 'cut after'
  })
  expect((await migrations.run(proxy.url)).applied).toHaveLength(3)
  expect(lost.size).toBeGreaterThan(12)
  expect(await readFieldIds(local)).toEqual(['alt', 'link', 'rank', 'file', 'place'])
  expect((await local.client.entry.get({ entryId: 'bridge' })).fields.place).toEqual({ 'en-US': 'At A bridge' })
  expect((await local.client.tag.getMany({})).items).toEqual([])
  expect((await local.client.contentType.getMany({})).items.map(({ sys }) => sys.id)).not.toContain('album')
})

test('stops at an entry that an editor changes after the plan', async () => {
  await using local = await startPhotoSpace()
  await using migrations = await createMigrationFolder({
    '0001-create-place.ts': CREATE_FIELD,
    '0002-fill-place.mjs': TRANSFORM_ENTRIES,
  })
  const confirm = async (name: string) => {
    if (name === '0001-create-place') return true
    const entry = await local.client.entry.get({ entryId: 'river' })
    await local.client.entry.update({ entryId: 'river' }, { ...entry, fields: { alt: { 'en-US': 'A wide river' } } })
    return true
  }
  await expect(migrations.run(local.url, { confirm })).rejects.toThrow(
    /0002-fill-place\.mjs failed at PUT \/entries\/river: .+\n\d of \d requests were written before\. .+--retry/,
  )
  expect(await migrations.run(local.url, { retry: true })).toMatchObject({ applied: ['0002-fill-place'] })
  expect((await local.client.entry.get({ entryId: 'river' })).fields.place).toEqual({ 'en-US': 'At A wide river' })
})

test('rejects a content type "migration" with other fields', async () => {
  await using local = await startPhotoSpace()
  const params = { contentTypeId: 'migration' }
  const title = { id: 'title', name: 'Title', type: 'Symbol', required: false, localized: false }
  await local.client.contentType.createWithId(params, { name: 'Birds', displayField: 'title', fields: [title] })
  await using migrations = await createMigrationFolder(SCRIPTS)
  await expect(migrations.run(local.url)).rejects.toThrow(/has a content type "migration" with other fields/)
  expect(await readFieldIds(local)).toEqual(['alt', 'kind', 'link', 'rank', 'file'])
})

test('an exported and imported space remembers the scripts', async () => {
  await using local = await startPhotoSpace()
  await using other = await startTestContentful()
  await using migrations = await createMigrationFolder(SCRIPTS)
  await migrations.run(local.url)
  // The tools print their progress.
  for (const name of ['log', 'info', 'error', 'debug'] as const) {
    const spy = vi.spyOn(console, name).mockReturnValue()
    onTestFinished(() => spy.mockRestore())
  }
  expect(await importSpace(other.url, migrations.root, await exportSpace(local.url, migrations.root))).toEqual([])
  expect(await migrations.run(other.url)).toMatchObject({ applied: [], writes: 0, earlier: expect.any(Array) })
})
