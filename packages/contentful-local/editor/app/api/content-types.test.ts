import { expect, test } from 'vitest'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'

stubEditorPage('http://127.0.0.1:4000')
const { groupFields } = await import('./content-types.ts')

const [name, title, street, own] = ['name', 'title', 'street', 'own'].map((id) => ({ id, name: id, type: 'Symbol' }))
const fields = [name, title, street, own].flatMap((field) => field ?? [])

test('the tabs and field sets of the layout are the groups, in its order, and a field outside of it comes last', () => {
  const layout = [
    {
      groupId: 'page',
      name: 'Page',
      items: [
        { fieldId: 'title' },
        { groupId: 'address', name: 'Address', items: [{ fieldId: 'street' }] },
        { fieldId: 'name' },
      ],
    },
    { groupId: 'empty', name: 'Empty', items: [{ fieldId: 'gone' }] },
  ]
  expect(groupFields(fields, layout)).toEqual([
    { name: 'Page', fields: [title, name] },
    { name: 'Address', fields: [street] },
    { name: 'Others', fields: [own] },
  ])
  expect(groupFields(fields)).toEqual([{ name: '', fields }])
})
