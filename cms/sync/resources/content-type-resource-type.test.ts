import type { ContentTypeProps } from 'contentful-management'
import { expect, test } from 'vitest'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import { defineContentType, lineField, optionalField } from '#cms/model/field-definitions.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createContentTypeResourceType } from './content-type-resource-type.ts'

const help = 'Help.'
const opening = defineContentType({
  ...{ id: 'opening', name: 'Opening', description: 'A job.', title: 'title' },
  fields: { title: lineField({ help, max: 60 }), place: optionalField(lineField({ help })) },
})

interface Changes {
  /** Fields of the content type in the space that differ, by id. */
  readonly fields?: Readonly<Record<string, object>>
  /** Ids of fields that the space does not have. */
  readonly without?: readonly string[]
}

/** The content type in a space after the changes. */
function createActual({ fields = {}, without = [] }: Changes): ContentTypeProps {
  const payload = toContentTypePayload(opening)
  const byId = new Map<string, object>(payload.fields.map((field) => [field.id, field]))
  for (const [id, change] of Object.entries(fields)) byId.set(id, { id, ...byId.get(id), apiName: id, ...change })
  for (const id of without) byId.delete(id)
  const sys = { id: 'opening', type: 'ContentType', version: 2, publishedVersion: 1 }
  return JSON.parse(JSON.stringify({ ...payload, sys, fields: [...byId.values()] }))
}

const space = createSpaceClient(getLocalConnection('http://127.0.0.1:1', 'management')) // gets no request

function plan(actual: ContentTypeProps, releaseExtraFields = false) {
  const type = createContentTypeResourceType(space, releaseExtraFields)
  const { changes, extraFields = [], blocked } = type.compare(opening, actual)
  const action = type.nextStep(opening, actual)?.action
  return { action, changes: changes.map(({ field }) => field), extra: extraFields.map(({ id }) => id), blocked }
}

const NOTHING = { action: undefined, changes: [], extra: [], blocked: undefined }
const own = { type: 'Symbol', required: false }
const required = { type: 'Symbol', required: true }

test.each<[string, Changes, Partial<ReturnType<typeof plan>>]>([
  ['what Contentful adds is no difference', { fields: { title: { defaultValue: { 'en-US': 'A' } } } }, {}],
  ['a field that only the space has is kept', { fields: { own } }, { extra: ['own'] }],
  ['a field that only the model has is added', { without: ['place'] }, { changes: ['fields.place'] }],
  ['another name is corrected', { fields: { title: { name: 'Heading' } } }, { changes: ['fields.title.name'] }],
  ['another limit is corrected', { fields: { title: { validations: [] } } }, { changes: ['fields.title.validations'] }],
])('%s', (_, changes, expected) => {
  const action = expected.changes ? 'update' : undefined
  expect(plan(createActual(changes))).toEqual({ ...NOTHING, action, ...expected })
})

test.each<[string, Changes, RegExp]>([
  ['a required field', { fields: { own: required } }, /^its field "own" is required in the space, .+ migrate/],
  ['a hidden required field', { fields: { own: { ...required, omitted: true } } }, /^its field "own" is required/],
  ['two required fields', { fields: { own: required, old: required } }, /^its fields "own", "old" are required/],
  [
    'another type of a field',
    { fields: { title: { type: 'Text' } } },
    /^its field "title" is a Text in the space and a Symbol/,
  ],
])('%s of the space blocks the run', (_, changes, message) => {
  expect(plan(createActual(changes)).blocked).toMatch(message)
})

test('required fields that only the space has are released if the run may do so', () => {
  expect(plan(createActual({ fields: { own, old: required } }), true)).toEqual({
    ...{ action: 'update', changes: ['fields.old.required'], extra: ['own', 'old'], blocked: undefined },
  })
})
