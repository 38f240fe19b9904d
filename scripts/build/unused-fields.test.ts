import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ContentType, lineField } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { findUnusedFields } from './unused-fields.ts'

test('names the file and the line of each field that the site does not use, also if others have its name', async () => {
  const { servicesPage } = model
  const line = lineField({ help: 'Of no use.' })
  // Fields of other content types, words and types in messages of the compiler, and the title in the CMS.
  const names = ['tagline', 'title', 'place', 'loading', 'text', 'from', 'type', 'name']
  const unused = Object.fromEntries(names.map((name) => [name, line]))
  const types: readonly ContentType[] = Object.values(model)
  const changed = { ...servicesPage, fields: { ...servicesPage.fields, ...unused } }
  const lines = await findUnusedFields(types.map((type) => (type === servicesPage ? changed : type)))
  const found = lines.map((each) => /the field (\w+) is not used: no page reads it$/.exec(each)?.[1])
  expect(found.toSorted()).toEqual(names.toSorted())
  const places = lines.flatMap((each) => /^(.+):(\d+): the field name /.exec(each)?.slice(1) ?? [])
  expect(places[0]).toBe('cms/model/services-page.ts')
  expect(readFileSync('cms/model/services-page.ts', 'utf8').split('\n')[Number(places[1]) - 1]).toContain(
    'name: editorTitleField(',
  )
})
