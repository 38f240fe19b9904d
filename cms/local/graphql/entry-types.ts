import { COMMON_FIELDS } from './asset-type.ts'
import type { EntryNode, QueryContext } from './content-source.ts'
import {
  type ContentTypeDefinition,
  type FieldDefinition,
  getDeliveredFields,
  getLinkType,
  getMaxItems,
} from './content-type-definition.ts'
import { createOrderType } from './field-order.ts'
import type { ModelPart } from './graphql-errors.ts'
import { createFilter, getSharedCriteria } from './graphql-filter.ts'
import { createLinkedFromField, defineLinkingCollections } from './linked-from.ts'
import { createCollectionCost, linkCost } from './query-cost.ts'
import {
  type CollectionArguments,
  type LinkArguments,
  type LocaleArguments,
  readInLocale,
  resolveLinkField,
  resolveLinkListField,
} from './resolve-links.ts'
import { createRichTextField, defineRichTextTypes } from './rich-text-field.ts'
import { getFieldName, getFieldTypeName, getMultiTypeFilterName } from './schema-names.ts'
import { type EntryTypeParts, getLinkFieldTarget, type LinkFieldTarget, type SchemaParts } from './schema-parts.ts'
import {
  createCollectionType,
  LINK_ARGUMENTS,
  LOCALE_ARGUMENTS,
  type OutputField,
  printCollectionArguments,
  type SchemaType,
} from './schema-type.ts'

/** Every content field is nullable, required ones too (docs/contentful.md, Types). */
const SCALAR_TYPES: Readonly<Record<string, string>> = {
  Symbol: 'String',
  Text: 'String',
  Integer: 'Int',
  Number: 'Float',
  Boolean: 'Boolean',
  Date: 'DateTime',
  Object: 'JSON',
  Location: 'Location',
}

/** Whether the field is an array of links. */
export const isLinkListField = (field: FieldDefinition) => field.type === 'Array' && getLinkType(field) !== undefined

/** Returns the GraphQL name of a content field. A list of links is a collection. */
export const getOutputFieldName = (field: FieldDefinition): string =>
  isLinkListField(field) ? `${getFieldName(field.id)}Collection` : getFieldName(field.id)

/** What the local Contentful does not support in a field; `undefined` if it supports the field. */
export function findUnsupportedFeature(field: FieldDefinition): string | undefined {
  const { type, items } = field
  const isLink = (type === 'Array' ? items?.type : type) === 'Link'
  const linkType = getLinkType(field)
  if (isLink && linkType !== 'Entry' && linkType !== 'Asset') return `links to ${linkType ?? 'nothing'}`
  if (isLink || type in SCALAR_TYPES || type === 'RichText' || (type === 'Array' && items?.type === 'Symbol'))
    return undefined
  return type === 'Array' ? `arrays of ${items?.type ?? 'nothing'}` : `the type ${type}`
}

/** Defines all types of a content type. */
export function defineEntryTypes(entryType: EntryTypeParts, parts: SchemaParts): readonly SchemaType[] {
  const { contentType, name, filter, nestedFilter, sortableFields } = entryType
  const owner = { contentType: contentType.id }
  const fields = getDeliveredFields(contentType).map((field) => ({ field, ...defineField(contentType, field, parts) }))
  const linkingCollections = `${name}LinkingCollections`
  return [
    {
      name,
      owner,
      definition: {
        head: `${printDescription(contentType)}type ${name} implements Entry & _Node`,
        fields: {
          _id: { signature: ': ID!', resolve: ({ item }: EntryNode) => item.id },
          ...COMMON_FIELDS,
          ...Object.fromEntries(fields.map(({ field, output }) => [getOutputFieldName(field), output])),
          linkedFrom: createLinkedFromField(linkingCollections),
        },
      },
    },
    { name: `${name}Collection`, owner, definition: createCollectionType(`${name}Collection`, name) },
    { name: `${name}Order`, owner, definition: createOrderType(`${name}Order`, sortableFields) },
    ...[filter, nestedFilter].map(({ type }) => ({ name: type.name, owner, definition: type })),
    ...defineLinkingCollections(linkingCollections, parts, contentType.id),
    ...fields.flatMap(({ types }) => types),
  ]
}

/** A string in JSON is one in SDL. */
const printDescription = ({ description }: ContentTypeDefinition) =>
  description ? `${JSON.stringify(description)}\n` : ''

interface DefinedField {
  readonly output: OutputField
  /** Types of this field only. */
  readonly types: readonly SchemaType[]
}

function defineField(contentType: ContentTypeDefinition, field: FieldDefinition, parts: SchemaParts): DefinedField {
  const { id, type, items } = field
  const owner = { contentType: contentType.id, field: id }
  const name = getFieldTypeName(contentType.id, id)
  if (type === 'RichText')
    return { output: createRichTextField(field, name), types: defineRichTextTypes(field, name, owner) }
  const scalar = type === 'Array' && items?.type === 'Symbol' ? '[String]' : SCALAR_TYPES[type]
  if (scalar === undefined) return defineLinkField(field, name, owner, getLinkFieldTarget(field, parts))
  const output: OutputField = {
    signature: `(${LOCALE_ARGUMENTS}): ${scalar}`,
    resolve: (entry: EntryNode, args: LocaleArguments, context: QueryContext) =>
      readInLocale(entry, args, context).item.fields[id],
  }
  return { output, types: [] }
}

/** A field with one link or a list of links. Lists have `where` and `order` if all targets have one type. */
function defineLinkField(
  field: FieldDefinition,
  name: string,
  owner: ModelPart,
  target: LinkFieldTarget,
): DefinedField {
  const isList = isLinkListField(field)
  const { types, isUnion } = typeof target === 'string' ? { types: [], isUnion: false } : target
  const single = isUnion ? undefined : types[0]
  const unionName = isList ? `${name}Item` : name
  const sharedFilter =
    isUnion && isList
      ? createFilter(`${name}Filter`, () => getSharedCriteria(types.map(({ filter }) => filter)))
      : undefined
  const filter = single?.filter ?? sharedFilter
  const link = {
    id: field.id,
    linkType: target === 'asset' ? ('Asset' as const) : ('Entry' as const),
    targets: typeof target === 'string' ? undefined : types.map(({ contentType }) => contentType.id),
    filter,
  }
  const unionTypes: readonly SchemaType[] = isUnion
    ? [
        {
          name: unionName,
          owner,
          definition: { head: `union ${unionName} = ${types.map((type) => type.name).join(' | ')}` },
        },
        { name: getMultiTypeFilterName(field.id), owner },
      ]
    : []
  const targetType = target === 'asset' ? 'Asset' : (single?.name ?? (isUnion ? unionName : 'Entry'))
  if (!isList) {
    const where = filter ? `, where: ${filter.type.name}` : ''
    const output: OutputField = {
      signature: `(${LINK_ARGUMENTS}${where}): ${targetType}`,
      cost: linkCost,
      resolve: (entry: EntryNode, args: LinkArguments, context) => resolveLinkField(link, entry, args, context),
    }
    return { output, types: unionTypes }
  }
  const collection = target === 'asset' ? 'AssetCollection' : `${name}Collection`
  const order = single && createOrderType(`${collection}Order`, single.sortableFields)
  const output: OutputField = {
    signature: `(${printCollectionArguments(filter?.type.name, order?.name)}): ${collection}`,
    cost: createCollectionCost(getMaxItems(field)),
    resolve: (entry: EntryNode, args: CollectionArguments, context) => resolveLinkListField(link, entry, args, context),
  }
  return {
    output,
    types: [
      ...unionTypes,
      ...(target === 'asset'
        ? []
        : [{ name: collection, owner, definition: createCollectionType(collection, targetType) }]),
      ...(order ? [{ name: order.name, owner, definition: order }] : []),
      ...(sharedFilter ? [{ name: sharedFilter.type.name, owner, definition: sharedFilter.type }] : []),
    ],
  }
}
