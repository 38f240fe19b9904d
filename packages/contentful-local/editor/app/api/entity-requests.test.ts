import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { createLink } from '#local/shared/links.ts'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'
import { createDraftEntry, createPicture, publishContentType } from '#local/tests/test-contentful.ts'
import { useSpace } from '#local/tests/use-space.ts'

const local = await useSpace()
const { url, client } = local

const links = { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['part'] }] }
const titleField = { id: 'title', name: 'Title', type: 'Symbol' }
await publishContentType(local, { id: 'part', displayField: 'title', fields: [titleField] })
await publishContentType(local, {
  id: 'page',
  displayField: 'title',
  fields: [
    titleField,
    { id: 'main', name: 'Main', ...links },
    { id: 'parts', name: 'Parts', type: 'Array', items: links },
    { id: 'files', name: 'Files', type: 'Array', items: { type: 'Link', linkType: 'Asset' } },
    { id: 'day', name: 'Day', type: 'Date', required: true },
    { id: 'notes', name: 'Notes', type: 'Array', items: { type: 'Symbol', validations: [{ size: { max: 5 } }] } },
    { id: 'secret', name: 'Secret', type: 'Symbol', omitted: true },
  ],
})
const editorInterface = await client.editorInterface.get({ contentTypeId: 'page' })
const dayControl = {
  fieldId: 'day',
  widgetNamespace: 'builtin',
  widgetId: 'datePicker',
  settings: { format: 'dateonly' },
}
await client.editorInterface.update({ contentTypeId: 'page' }, { ...editorInterface, controls: [dayControl] })
await client.raw.put('/spaces/local/preview_environments/site', {
  name: 'Site',
  configurations: ['page', 'part'].map((contentType) => ({ contentType, url, enabled: true })),
})

const createEntry = (contentTypeId: string, id: string, fields: Readonly<Record<string, unknown>> = {}) =>
  createDraftEntry(local, contentTypeId, id, { title: `Title of ${id}`, ...fields })
await createEntry('page', 'home')
for (const id of ['a', 'b', 'c']) await client.entry.publish({ entryId: id }, await createEntry('part', id))
const changed = await client.entry.get({ entryId: 'b' })
await client.entry.update({ entryId: 'b' }, { ...changed, fields: { title: { [DEFAULT_LOCALE]: 'Leagues' } } })

stubEditorPage(url)
const { loadContentTypes } = await import('./content-types.ts')
const library = await import('./entity-requests.ts')
const { InputControl } = await import('#local/editor/app/field-controls.tsx')
const { FieldRow } = await import('#local/editor/app/field-row.tsx')
const { UsedIn } = await import('#local/editor/app/used-in.tsx')
const { useEntityEditor } = await import('#local/editor/app/use-entity-editor.ts')
await loadContentTypes()

const searchEntries = async (filters: Parameters<typeof library.searchEntities>[1]) => {
  const { total, results } = await library.searchEntities({ collection: 'entries', parameters: {} }, filters)
  return { total, ids: results.map(({ entity }) => entity.sys.id) }
}

test('lists the entries first that are pages: they have a preview, and no type links to them', async () => {
  expect((await searchEntries({})).ids).toEqual(['home', 'b', 'c', 'a'])
})

test.for([
  [{ state: 'draft' }, ['home']],
  [{ state: 'changed' }, ['b']],
  [{ state: 'published' }, ['c', 'a']],
  [{ query: 'leagues' }, ['b']],
] as const)('a list is filtered by %j', async ([filters, ids]) => {
  expect(await searchEntries(filters)).toEqual({ total: ids.length, ids })
})

test('a list is read in pages of 1,000, shows 500, and asks for 100 files at once', async () => {
  const sys = { type: 'Entry', version: 1, updatedAt: '2026-01-01T00:00:00.000Z' }
  const toEntry = (index: number) => {
    const photos = [0, 1, 2, 3].map((number) => createLink('Asset', `${index}-${number}`))
    return {
      sys: { ...sys, id: `${index}` },
      metadata: {},
      fields: { photos: { [DEFAULT_LOCALE]: index < 50 ? photos : [] } },
    }
  }
  const paths: string[] = []
  using _ = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    const { pathname, searchParams } = new URL(`${path}`, url)
    const { order, limit, skip, 'sys.id[in]': ids } = Object.fromEntries(searchParams)
    paths.push([pathname.split('/').at(-1), order, limit, skip, ids?.split(',').length].join(' '))
    const count = ids ? 0 : Number(skip) === 0 ? 1_000 : 1
    return Response.json({ items: Array.from({ length: count }, (_, index) => toEntry(Number(skip) + index)) })
  })
  const { total, results } = await library.searchEntities({ collection: 'entries', parameters: {} }, {})
  expect([total, results.length, results.at(-1)?.entity.sys.id]).toEqual([1_001, 500, '499'])
  const entries = [0, 1_000].map((skip) => `entries -sys.updatedAt 1000 ${skip} `)
  expect(paths).toEqual([...entries, ...[100, 50].map((count) => `assets -sys.updatedAt 1000 0 ${count}`)])
})

test('files are offered of all groups that a field allows, with their names as titles', async () => {
  for (const [name, type] of [
    ['notes.txt', 'text/plain'],
    ['table.csv', 'text/csv'],
    ['film.mp4', 'video/mp4'],
    ['unknown', ''],
  ] as const)
    await library.uploadFile(new File(['a,b'], name, { type }))
  const options = { collection: 'assets', parameters: {}, mediaTypeGroups: ['spreadsheet', 'plaintext'] } as const
  const { results } = await library.searchEntities(options, {})
  const fileTypes = results.map(({ entity }) => library.getAssetFile(entity)?.contentType)
  expect(fileTypes.sort()).toEqual(['text/csv', 'text/plain'])
  const titles = results.map(({ entity }) => entity.fields.title?.[DEFAULT_LOCALE])
  expect(titles.sort()).toEqual(['notes', 'table'])
})

test('a list shows a large photograph at a width of 320 px, also as that of an entry', async () => {
  const file = new File([new Uint8Array(await createPicture(800, 20))], 'wide/1.jpg', { type: 'image/jpeg' })
  const photo = await library.uploadFile(file)
  const text = await library.uploadFile(new File(['a'], 'a.txt', { type: 'text/plain' }))
  const fields = { files: { [DEFAULT_LOCALE]: [text, photo].map(({ sys }) => createLink('Asset', sys.id)) } }
  const [listed, ofEntry] = await library.addThumbnails([photo, { ...(await library.createEntry('page')), fields }])
  expect(ofEntry?.thumbnail).toBe(listed?.thumbnail)
  const thumbnail = await fetch(listed?.thumbnail ?? '')
  expect(await sharp(await thumbnail.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 8 })
})

test('names five entries that use an entity, and counts the others', async () => {
  const main = createLink('Entry', 'a')
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await createEntry('page', `page-${number}`, { main })
  const found = await library.fetchEntitiesByIds('entries', ['a', 'c'])
  const [unused, used] = await Promise.all(
    found.map(async (entity) => {
      const html = renderToStaticMarkup(createElement(UsedIn, { users: await library.fetchUsers(entity) }))
      return html.replaceAll(/<[^>]+>/g, '')
    }),
  )
  expect(used).toMatch(/^Used in (page “Title of page-\d”(, )?){5} and 2 more$/)
  expect(unused).toBe('No entry uses it.')
})

test('the changes since the publication are in words, with what does not fit the fields any more', async () => {
  const { findPublishedChanges } = await import('./published-changes.ts')
  const toFields = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { [DEFAULT_LOCALE]: value }]))
  const [entity] = await library.fetchEntitiesByIds('entries', ['home'])
  if (!entity) throw new Error('The entry is missing')
  const link = (id: string) => createLink('Entry', id)
  const parts = [link('a'), link('b')]
  const published = { title: 'Before', main: link('a'), parts, notes: ['far too long'], gone: 1 }
  const draft = { title: '', main: link('none'), parts: [link('b'), link('c')], secret: 'S', day: '2026-12-31' }
  const changes = await findPublishedChanges({ ...entity, fields: toFields(published) }, toFields(draft))
  expect(changes.map(({ name, draft, published, problem }) => [name, draft, published, problem])).toEqual([
    ['Title', 'Empty', 'Before', ''],
    ['Main', 'Missing: none', 'Title of a', ''],
    ['Parts', '2 in this order: with Title of c', '2 in this order: with Title of a', ''],
    ['Notes', 'Empty', '1 in this order: with far too long', 'At most 5 characters: it has 12.'],
    ['gone', 'Empty', '1', expect.stringMatching(/./)],
    ['Day', '2026-12-31', 'Empty', 'This must not be empty.'],
  ])
})

test('values have the inputs of their types; what is typed is one line, a number or no value where its type says so', async () => {
  await createEntry('page', 'dated', { day: '2026-12-31', notes: ['One', 'Two'] })
  const [entity] = await library.fetchEntitiesByIds('entries', ['dated'])
  if (!entity) throw new Error('The entry is missing')
  const typed: unknown[] = []
  const preventDefault = vi.fn()
  const Fields = () => {
    const editor = useEntityEditor(entity)
    const common = { value: '', onChange: (value: unknown) => typed.push(value), attributes: { id: 'a' }, editor }
    const getProps = (type: string) => InputControl({ field: { ...titleField, type }, ...common }).props
    for (const [type, value] of Object.entries({
      Symbol: 'A \n b',
      Text: 'A\nb',
      Number: '0.5',
      Integer: '',
      Date: '',
    }))
      getProps(type).onChange({ target: { value } })
    for (const isComposing of [false, true])
      for (const key of ['Enter', 'a'])
        getProps('Symbol').onKeyDown({ key, nativeEvent: { isComposing }, preventDefault })
    return editor.type.fields.map((field) =>
      createElement(FieldRow, { key: field.id, field, editor, error: undefined }),
    )
  }
  const html = renderToStaticMarkup(createElement(Fields))
  expect(html).toMatch(/<input type="date"[^>]* value="2026-12-31"/)
  expect(html).toMatch(/<textarea[^>]*>One\nTwo</)
  expect(typed).toEqual(['A b', 'A\nb', 0.5, null, null])
  expect(preventDefault).toHaveBeenCalledTimes(1)
})

const picture = await createPicture()
const toJpeg = (bytes: Uint8Array<ArrayBuffer>, name = 'photo.jpg') => new File([bytes], name, { type: 'image/jpeg' })

test.for([
  ['is cut', toJpeg(Buffer.from(picture.subarray(0, 20)))],
  ['is empty', toJpeg(Buffer.alloc(0))],
] as const)('a file that %s is refused, and changes no asset', async ([, file]) => {
  const countAssets = async () => (await client.asset.getMany({})).total
  const before = await countAssets()
  await expect(library.uploadFile(file)).rejects.toThrow()
  expect(await countAssets()).toBe(before)

  const existing = await library.uploadFile(toJpeg(Buffer.from(picture), 'old.jpg'))
  await expect(library.uploadFile(file, [], existing)).rejects.toThrow()
  expect((await client.asset.get({ assetId: existing.sys.id })).fields).toEqual(existing.fields)
})
