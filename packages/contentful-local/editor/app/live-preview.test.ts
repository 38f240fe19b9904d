import { expect, test } from 'vitest'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { createLink } from '#local/shared/links.ts'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'
import type { EditorContentType } from './api/content-types.ts'

stubEditorPage('http://127.0.0.1:4000')
const { applyEdits } = await import('./live-preview.ts')

const type: EditorContentType = {
  sys: { id: 'page' },
  name: 'Page',
  fields: [
    { id: 'title', name: 'Title', type: 'Symbol' },
    { id: 'isShown', name: 'Is shown', type: 'Boolean' },
    { id: 'photo', name: 'Photo', type: 'Link', linkType: 'Asset' },
    { id: 'facts', name: 'Facts', type: 'Array', items: { type: 'Link', linkType: 'Entry' } },
  ],
}

const fact = (id: string) => ({ sys: { id }, text: id })
const photo = (id: string) => ({ sys: { id }, url: `/${id}` })
const page = (fields: object) => ({ pageCollection: { items: [{ sys: { id: 'home' }, ...fields }, fact('other')] } })

const before = page({
  __typename: 'Page',
  title: 'Before',
  isShown: true,
  photo: photo('one'),
  factsCollection: { total: 2, items: [fact('a'), fact('b')] },
  linkedFrom: { total: 1 },
})

const edited = (values: Record<string, unknown>) =>
  applyEdits(before, {
    entity: { sys: { id: 'home' } },
    type,
    editedFields: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { [DEFAULT_LOCALE]: value }])),
  })

test('replaces fields by the values of the form, empty ones by null, and keeps other properties', () => {
  expect(edited({ title: 'After', facts: [createLink('Entry', 'b'), createLink('Entry', 'a')] })).toEqual(
    page({
      __typename: 'Page',
      title: 'After',
      isShown: null,
      photo: null,
      factsCollection: { total: 2, items: [fact('b'), fact('a')] },
      linkedFrom: { total: 1 },
    }),
  )
})

test('keeps the previous value for a link that is not in the response', () => {
  const facts = [createLink('Entry', 'new'), createLink('Entry', 'b')]
  const kept = page({ photo: photo('one'), factsCollection: { total: 2, items: [fact('b')] } })
  expect(edited({ photo: createLink('Asset', 'new'), facts })).toMatchObject(kept)
})

test('does not change another entry', () => {
  const editedFields = { title: { [DEFAULT_LOCALE]: 'After' } }
  expect(applyEdits(before, { entity: { sys: { id: 'elsewhere' } }, type, editedFields })).toEqual(before)
})
