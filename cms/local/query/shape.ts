import type { ContentTypeDefinition } from '#cms/local/content-type.ts'
import { type Parameters, wrongParameter } from './parameters.ts'
import { type Queryable, valuesAt } from './queryable.ts'
import { kindOfField, type ValueKind } from './value-kinds.ts'

/** What a list can be asked for. */
export interface Shape {
  readonly paths: ReadonlyMap<string, ValueKind>
  /** Where the full-text search looks; absent: this list has none. */
  readonly texts?: (item: Queryable) => readonly string[]
  /** Whether its items come in an order of their own, where none is asked for. */
  readonly ordered?: boolean
  /** Whether its items link to others. */
  readonly linking?: boolean
  /** Why there is nothing at a path, where the answer is not plain: it follows the parameter's name. */
  readonly missing?: (path: string) => string | undefined
}

export type Paths = Readonly<Record<string, ValueKind>>

export const shapeOf = (paths: Paths): Shape => ({ paths: new Map(Object.entries(paths)) })

/** A list's `content_type`, where it names one. Throws where that is not there. */
export function askedType(
  parameters: Parameters,
  typeOf: (id: string) => ContentTypeDefinition | undefined,
): ContentTypeDefinition | undefined {
  const id = parameters.take('content_type')
  if (id === undefined) return undefined
  const type = typeOf(id)
  if (type) return type
  const errors = [{ name: 'unknownContentType', value: id }]
  throw wrongParameter('content_type', `names "${id}": there is no such content type`, { errors })
}

/** `asked`: the content type that the request names; without one, no field can be asked for. */
export function entryShape(
  sys: Paths,
  asked: ContentTypeDefinition | undefined,
  typeOf: (id: string) => ContentTypeDefinition | undefined,
): Shape {
  return {
    paths: new Map<string, ValueKind>([
      ...Object.entries({ ...sys, 'sys.contentType.sys.id': 'Symbol', ...TAGS } satisfies Paths),
      ...fieldPaths(asked),
    ]),
    texts: (item) => {
      const [id] = valuesAt(item, ['sys', 'contentType', 'sys', 'id'])
      return textPaths(typeof id === 'string' ? typeOf(id) : undefined)
    },
    linking: true,
    missing: (path) => {
      const [root, field] = path.split('.')
      if (root !== 'fields') return undefined
      if (!asked) return 'asks for a field: that needs the parameter "content_type" too'
      return asked.fields.some(({ id }) => id === field)
        ? `asks for something in the field "${field}" that the local Contentful does not know`
        : `names a field that the content type "${asked.id}" does not have: "${field}"`
    },
  }
}

const fieldPaths = (type: ContentTypeDefinition | undefined): readonly (readonly [string, ValueKind])[] =>
  (type?.fields ?? []).flatMap((field): readonly (readonly [string, ValueKind])[] => {
    const path = `fields.${field.id}`
    const own = [path, kindOfField(field)] as const
    if (field.type === 'Link') return [own, [`${path}.sys.id`, 'Symbol']]
    return field.items?.type === 'Link' ? [own, [`${path}.sys.id`, 'Symbols']] : [own]
  })

const textPaths = (type: ContentTypeDefinition | undefined): readonly string[] =>
  (type?.fields ?? [])
    .filter((field) => ['Symbol', 'Symbols', 'Text', 'RichText'].includes(kindOfField(field)))
    .map(({ id }) => `fields.${id}`)

const TAGS: Paths = { 'metadata.tags': 'Opaque', 'metadata.tags.sys.id': 'Symbols' }

export const assetShape = (sys: Paths): Shape => ({
  ...shapeOf({ ...sys, ...TAGS, ...ASSET_FIELDS }),
  texts: () => ['fields.title', 'fields.description', 'fields.file.fileName'],
})

const ASSET_FIELDS: Paths = {
  'fields.title': 'Symbol',
  'fields.description': 'Text',
  'fields.file': 'Opaque',
  'fields.file.fileName': 'Symbol',
  'fields.file.contentType': 'Symbol',
  'fields.file.url': 'Symbol',
  'fields.file.details.size': 'Integer',
}
