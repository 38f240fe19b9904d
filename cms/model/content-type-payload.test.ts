import { expect, test } from 'vitest'
import { toContentTypePayload, toEditorControls, toEditorTabs } from './content-type-payload.ts'
import {
  altTextField,
  booleanField,
  type ContentType,
  choiceField,
  dateField,
  defineContentType,
  emailField,
  entryField,
  imageField,
  lineField,
  listField,
  numberField,
  optionalField,
  paragraphsField,
  patternField,
  urlField,
  videoField,
} from './field-definitions.ts'
import { model } from './model.gen.ts'

const types = Object.values<ContentType>(model)

test('fields have names of words that editors know', () => {
  const names = types.flatMap((type) => toContentTypePayload(type).fields.map(({ name }) => name))
  expect(names).toEqual(expect.arrayContaining(['Alternative text of the header image', 'Film ID', 'SEO', 'Enabled']))
  expect(names.filter((name) => /\b(alt|url|seo|id|is)\b/.test(name) || /^(Alt|Url|Seo|Id|Is)\b/.test(name))).toEqual(
    [],
  )
})

test('tabs contain all fields in their order, and those that only the space has in the first one', () => {
  const { editorLayout = [], groupControls } = toEditorTabs(model.contactPage, ['own']) ?? {}
  expect(editorLayout.map(({ name }) => name)).toEqual(['Page', 'Form', 'Messages', 'Office', 'Map'])
  const ids = editorLayout.flatMap(({ items }) => items.flatMap((item) => ('fieldId' in item ? item.fieldId : [])))
  expect(ids.filter((id) => id !== 'own')).toEqual(Object.keys(model.contactPage.fields))
  expect(editorLayout[0]?.items.at(-1)).toEqual({ fieldId: 'own' })
  const control = { widgetNamespace: 'builtin', widgetId: 'topLevelTab' }
  expect(groupControls).toEqual(editorLayout.map(({ groupId }) => ({ groupId, ...control })))
})

// contentful-migration rejects more (lib/utils/editor-layout.js, MAX_TABS and MIN_GROUPS).
test('a content type has no tabs, or 2 to 5', () => {
  const counts = types.flatMap((type) => toEditorTabs(type, [])?.editorLayout.length ?? [])
  expect(counts.filter((count) => count < 2 || count > 5)).toEqual([])
})

const help = 'Help.'
const opening = defineContentType({
  ...{ id: 'opening', name: 'Opening', description: 'A job.', title: 'title' },
  fields: {
    title: lineField({ help }),
    introText: optionalField(paragraphsField({ help })),
    logoAlt: altTextField({ help }),
    code: patternField(/^a$/i, { help, message: 'A', prohibited: { pattern: /b/, message: 'B' }, uniqueMessage: 'C' }),
    site: urlField({ help, label: 'Web site' }),
    email: emailField({ help }),
    place: choiceField(['B', 'A'], { help }),
    pay: numberField({ help, min: -1, max: 7 }),
    isOpen: booleanField({ help, defaultValue: false }),
    isFar: booleanField({ help }),
    closesOn: dateField({ help, label: 'Closing date' }),
    logo: imageField({ help }),
    film: videoField({ help }),
    seo: entryField(model.seo, { help, label: 'SEO' }),
    skills: listField('line', { help, max: 9 }),
    facts: listField(model.fact, { help, min: 1 }),
  },
})

/** Contentful requires each of these; they are left out below where they are `false`. */
const FLAGS = ['required', 'localized', 'disabled', 'omitted']

test('a field of each kind has the name, the type, the rules and the control of Contentful', () => {
  const { fields, ...properties } = toContentTypePayload(opening)
  expect(properties).toEqual({ name: 'Opening', description: 'A job.', displayField: 'title' })
  expect(fields.flatMap((field) => FLAGS.filter((flag) => !(flag in field)))).toEqual([])
  const controls = toEditorControls(opening)
  expect(controls).toMatchObject(
    Object.keys(opening.fields).map((fieldId) => ({
      fieldId,
      widgetNamespace: 'builtin',
      settings: { helpText: help },
    })),
  )
  const lines = fields.map(({ id, ...field }, index) => {
    const { widgetId } = controls[index] ?? {}
    const shown = Object.entries(field).filter(([name, value]) => value !== false || !FLAGS.includes(name))
    return `${id} ${widgetId} ${JSON.stringify(Object.fromEntries(shown))}`
  })
  expect(lines).toEqual([
    'title singleLine {"name":"Title","type":"Symbol","required":true,"validations":[{"size":{"min":1,"max":256}}]}',
    'introText multipleLine {"name":"Intro text","type":"Text","validations":[{"size":{"min":1,"max":2000}}]}',
    'logoAlt singleLine {"name":"Alternative text of the logo","type":"Symbol","required":true,"validations":[{"size":{"min":5,"max":160}}]}',
    'code singleLine {"name":"Code","type":"Symbol","required":true,"validations":[{"size":{"min":1,"max":256}},{"regexp":{"pattern":"^a$","flags":"i"},"message":"A"},{"prohibitRegexp":{"pattern":"b","flags":null},"message":"B"},{"unique":true,"message":"C"}]}',
    'site singleLine {"name":"Web site","type":"Symbol","required":true,"validations":[{"size":{"min":1,"max":256}},{"regexp":{"pattern":"^https:\\\\/\\\\/[^\\\\s]+$","flags":null},"message":"The address must start with https://"}]}',
    'email singleLine {"name":"Email","type":"Symbol","required":true,"validations":[{"size":{"min":1,"max":254}},{"regexp":{"pattern":"^[^\\\\s@]+@[^\\\\s@]+\\\\.[^\\\\s@]+$","flags":null},"message":"Write an e-mail address, as in office@company.com"}]}',
    'place dropdown {"name":"Place","type":"Symbol","required":true,"validations":[{"in":["B","A"]}]}',
    'pay numberEditor {"name":"Pay","type":"Number","required":true,"validations":[{"range":{"min":-1,"max":7}}]}',
    'isOpen boolean {"name":"Is open","type":"Boolean","required":true,"defaultValue":{"en-US":false},"validations":[]}',
    'isFar boolean {"name":"Is far","type":"Boolean","required":true,"validations":[]}',
    'closesOn datePicker {"name":"Closing date","type":"Date","required":true,"validations":[]}',
    'logo assetLinkEditor {"name":"Logo","type":"Link","required":true,"linkType":"Asset","validations":[{"linkMimetypeGroup":["image"]},{"assetFileSize":{"max":20000000}}]}',
    'film assetLinkEditor {"name":"Film","type":"Link","required":true,"linkType":"Asset","validations":[{"linkMimetypeGroup":["video"]},{"assetFileSize":{"max":20000000}}]}',
    'seo entryLinkEditor {"name":"SEO","type":"Link","required":true,"linkType":"Entry","validations":[{"linkContentType":["seo"]}]}',
    'skills tagEditor {"name":"Skills","type":"Array","validations":[{"size":{"min":0,"max":9}}],"items":{"type":"Symbol","validations":[{"size":{"min":1,"max":256}}]}}',
    'facts entryLinksEditor {"name":"Facts","type":"Array","required":true,"validations":[{"size":{"min":1,"max":1000}}],"items":{"type":"Link","linkType":"Entry","validations":[{"linkContentType":["fact"]}]}}',
    'seedMarks undefined {"name":"Seed marks","type":"Object","disabled":true,"omitted":true,"validations":[]}',
  ])
  const date = controls.find(({ widgetId }) => widgetId === 'datePicker')
  expect(date?.settings).toEqual({ helpText: help, format: 'dateonly' })
})
