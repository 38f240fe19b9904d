import type { CompiledField } from '#local/engine/compile-content-type.ts'
import { createFilter, getSharedCriteria } from '#local/engine/graphql-filter.ts'
import type { EntryNode } from './content-source.ts'
import { createOrderType } from './field-order.ts'
import { defineLinkingCollections } from './linked-from.ts'
import { createCollectionCost, linkCost } from './query-cost.ts'
import {
  type CollectionArguments,
  type LinkArguments,
  type LocaleArguments,
  readInLocale,
  resolveLinkField,
  resolveLinkListField,
} from './resolve-links.ts'
import { countPossibleLinks, printRichTextTypes, resolveRichText } from './rich-text-field.ts'
import { getFieldName, getFieldTypeName, getMultiTypeFilterName } from './schema-names.ts'
import { type EntryTypeParts, getLinkFieldTarget, type SchemaParts } from './schema-parts.ts'
import { createCommonFields } from './shared-types.ts'
import {
  LINK_ARGUMENTS,
  LOCALE_ARGUMENTS,
  printCollectionArguments,
  printCollectionType,
  type TypeDefinitions,
} from './type-definitions.ts'

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

/** Returns the GraphQL name of a content field. A list of links is a collection. */
export const getOutputFieldName = (field: CompiledField): string =>
  field.isLinkList ? `${getFieldName(field.id)}Collection` : getFieldName(field.id)

/** Defines all types of a content type. */
export function defineEntryTypes(entryType: EntryTypeParts, parts: SchemaParts): readonly TypeDefinitions[] {
  const { contentType, name, filter, nestedFilter, sortableFields } = entryType
  const fields = contentType.deliveredFields.map((field) => defineField(entryType, field, parts))
  const description = contentType.description ? JSON.stringify(contentType.description) : ''
  return [
    {
      owner: { contentType: contentType.id },
      sdl: `
        ${description} type ${name} implements Entry & _Node {
          _id: ID! sys: Sys! contentfulMetadata: ContentfulMetadata!
          ${fields.map(({ signature }) => signature).join('\n')}
          linkedFrom(allowedLocales: [String]): ${name}LinkingCollections
        }
        ${printCollectionType(`${name}Collection`, name)}`,
      inputTypes: [filter.type, nestedFilter.type, createOrderType(`${name}Order`, sortableFields)],
      fields: {
        ...createCommonFields(name),
        [`${name}._id`]: { resolve: ({ item }: EntryNode) => item.id },
      },
    },
    ...defineLinkingCollections(name, parts, contentType.id),
    ...fields,
  ]
}

interface FieldTypes extends TypeDefinitions {
  /** Name, arguments and type. */
  readonly signature: string
}

/** Defines a field and the types that only this field has. */
function defineField(
  { contentType, name: parent }: EntryTypeParts,
  field: CompiledField,
  parts: SchemaParts,
): FieldTypes {
  const { id, type, items } = field
  const owner = { contentType: contentType.id, field: id }
  const name = getFieldTypeName(contentType.id, id)
  const outputName = getOutputFieldName(field)
  const coordinate = `${parent}.${outputName}`
  if (type === 'RichText') {
    const linkCount = countPossibleLinks(field)
    return {
      owner,
      signature: `${outputName}(${LOCALE_ARGUMENTS}): ${name}`,
      sdl: printRichTextTypes(name),
      fields: { [coordinate]: { resolve: resolveRichText(id) }, [`${name}.links`]: { cost: () => linkCount } },
    }
  }
  const scalar = type === 'Array' && items?.type === 'Symbol' ? '[String]' : SCALAR_TYPES[type]
  if (scalar === undefined) return { owner, ...defineLinkField(field, name, coordinate, parts) }
  return {
    owner,
    signature: `${outputName}(${LOCALE_ARGUMENTS}): ${scalar}`,
    sdl: '',
    fields: {
      [coordinate]: {
        resolve: (entry: EntryNode, args: LocaleArguments, context) =>
          readInLocale(entry, args, context).item.fields[id],
      },
    },
  }
}

/** Defines a field with one link or a list of links. Lists have `where` and `order` if all targets have one type. */
function defineLinkField(field: CompiledField, name: string, coordinate: string, parts: SchemaParts): FieldTypes {
  const isList = field.isLinkList
  const outputName = getOutputFieldName(field)
  const target = getLinkFieldTarget(field, parts)
  const { types, isUnion } = typeof target === 'string' ? { types: [], isUnion: false } : target
  const single = isUnion ? undefined : types[0]
  const union = isList ? `${name}Item` : name
  const unionFilter =
    isUnion && isList
      ? createFilter(`${name}Filter`, () => getSharedCriteria(types.map(({ filter }) => filter)))
      : undefined
  const filter = single?.filter ?? unionFilter
  const link = {
    id: field.id,
    linkType: target === 'asset' ? ('Asset' as const) : ('Entry' as const),
    targets: typeof target === 'string' ? undefined : types.map(({ contentType }) => contentType.id),
    filter,
  }
  const unionSdl = isUnion ? `union ${union} = ${types.map((type) => type.name).join(' | ')}` : ''
  const sharedFilter = isUnion ? { sharedFilter: getMultiTypeFilterName(field.id) } : {}
  const targetType = target === 'asset' ? 'Asset' : (single?.name ?? (isUnion ? union : 'Entry'))
  if (!isList) {
    const where = filter ? `, where: ${filter.type.name}` : ''
    return {
      signature: `${outputName}(${LINK_ARGUMENTS}${where}): ${targetType}`,
      sdl: unionSdl,
      ...sharedFilter,
      fields: {
        [coordinate]: {
          cost: linkCost,
          resolve: (entry: EntryNode, args: LinkArguments, context) => resolveLinkField(link, entry, args, context),
        },
      },
    }
  }
  const collection = target === 'asset' ? 'AssetCollection' : `${name}Collection`
  const order = single && createOrderType(`${collection}Order`, single.sortableFields)
  return {
    signature: `${outputName}(${printCollectionArguments(filter?.type.name, order?.name)}): ${collection}`,
    sdl: target === 'asset' ? '' : `${unionSdl}\n${printCollectionType(collection, targetType)}`,
    inputTypes: [...(order ? [order] : []), ...(unionFilter ? [unionFilter.type] : [])],
    ...sharedFilter,
    fields: {
      [coordinate]: {
        cost: createCollectionCost(field.maxItems),
        resolve: (entry: EntryNode, args: CollectionArguments, context) =>
          resolveLinkListField(link, entry, args, context),
      },
    },
  }
}
