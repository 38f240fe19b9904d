import type { CompiledField } from '#local/engine/compile-content-type.ts'
import { mergeRules } from '#local/engine/validation-schema.ts'
import { collectLinks } from '#local/shared/links.ts'
import { LINK_ARGUMENTS, LOCALE_ARGUMENTS, printCollectionArguments, printCollectionType } from './collection-types.ts'
import type { ResolvedEntity } from './content-source.ts'
import { createOrderType, type EntryTypeParts, type EntryTypes, getLinkTargets } from './entry-filters.ts'
import { createFilter, createFilterPredicate, getSharedCriteria } from './graphql-filter.ts'
import { defineLinkingCollections } from './linked-from.ts'
import {
  createCollectionField,
  isResolved,
  type LinkArguments,
  readInLocale,
  resolveLink,
  selectView,
} from './resolve-links.ts'
import { countPossibleLinks, printRichTextTypes, resolveRichText } from './rich-text-field.ts'
import { getFieldName, getMultiTypeFilterName, pascalCase } from './schema-names.ts'
import type { FieldBehavior, SchemaPart } from './schema-part.ts'
import { createCommonFields, createValueField } from './shared-types.ts'

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
  Array: '[String]',
}

/** Returns the GraphQL name of a content field. A list of links is a collection. */
export const getOutputFieldName = (field: CompiledField): string =>
  field.isLinkList ? `${getFieldName(field.id)}Collection` : getFieldName(field.id)

export function defineEntryTypes(
  { contentType, name, filter, nestedFilter, sortableFields }: EntryTypeParts,
  entryTypes: EntryTypes,
): readonly SchemaPart[] {
  const fields = contentType.fields.map((field) => {
    const { args, type, behavior, ...definitions } = defineField(field, `${name}${pascalCase(field.id)}`, entryTypes)
    const outputName = getOutputFieldName(field)
    return {
      signature: `${outputName}(${args}): ${type}`,
      ...definitions,
      owner: { contentType: contentType.id, field: field.id },
      fields: { ...definitions.fields, [`${name}.${outputName}`]: behavior },
    }
  })
  const description = contentType.description ? JSON.stringify(contentType.description) : ''
  return [
    {
      owner: { contentType: contentType.id },
      sdl: `
        ${description} type ${name} implements Entry & _Node {
          _id: ID! sys: Sys! contentfulMetadata: ContentfulMetadata!
          linkedFrom(allowedLocales: [String]): ${name}LinkingCollections
          ${fields.map(({ signature }) => signature).join('\n')}
        }
        ${printCollectionType(`${name}Collection`, name)}`,
      inputTypes: [filter.type, nestedFilter.type, createOrderType(`${name}Order`, sortableFields)],
      fields: { ...createCommonFields(name), [`${name}._id`]: { resolve: ({ id }: ResolvedEntity) => id } },
    },
    ...defineLinkingCollections(name, entryTypes, contentType.id),
    ...fields,
  ]
}

/** A field, and the types that only this field has. */
interface FieldParts extends Partial<SchemaPart> {
  readonly args: string
  readonly type: string
  readonly behavior: FieldBehavior
}

/** `typeName`: prefix of the types of the field, for example `GalleryPageHero`. */
function defineField(field: CompiledField, typeName: string, entryTypes: EntryTypes): FieldParts {
  if (field.targetType !== undefined) return defineLinkField(field, typeName, entryTypes)
  if (field.type === 'RichText') {
    const linkCount = countPossibleLinks(field)
    return {
      args: LOCALE_ARGUMENTS,
      type: typeName,
      behavior: {
        resolve: (entry: ResolvedEntity, args: LinkArguments) => resolveRichText(field.id, readInLocale(entry, args)),
      },
      sdl: printRichTextTypes(typeName),
      fields: { [`${typeName}.links`]: { cost: () => linkCount } },
    }
  }
  const type = SCALAR_TYPES[field.type]
  if (type === undefined) throw new Error(`There is no GraphQL type for the field type ${field.type}`)
  return { args: LOCALE_ARGUMENTS, type, behavior: createValueField(field.id) }
}

/** Defines a field with one link or a list of links. Lists have `where` and `order` if all targets have one type. */
function defineLinkField(field: CompiledField, typeName: string, entryTypes: EntryTypes): FieldParts {
  const { id, isLinkList, targetType } = field
  const { types, isUnion } = getLinkTargets(field, entryTypes)
  const [single] = isUnion ? [] : types
  const union = isLinkList ? `${typeName}Item` : typeName
  const type = targetType === 'Asset' ? 'Asset' : isUnion ? union : (single?.name ?? 'Entry')
  const unionSdl = isUnion ? `union ${union} = ${types.map(({ name }) => name).join(' | ')}` : ''
  const sharedFilter = isUnion ? getMultiTypeFilterName(id) : undefined
  const targets = types.length > 0 ? types.map(({ contentType }) => contentType.id) : undefined
  const linkField = { id, targetType, targets }
  const resolveLinks = (entry: ResolvedEntity, view: ResolvedEntity['view']) => {
    const links = collectLinks(entry.fields[id])
    if (isLinkList) view.source.readSnapshot(view).preload?.(links)
    return links.map((link) => resolveLink(linkField, link, entry, view))
  }
  if (!isLinkList) {
    return {
      args: single ? `${LINK_ARGUMENTS}, where: ${single.filter.type.name}` : LINK_ARGUMENTS,
      type,
      sdl: unionSdl,
      sharedFilter,
      behavior: {
        cost: () => 1,
        resolve: (entry: ResolvedEntity, args: LinkArguments) => {
          const [target] = resolveLinks(entry, selectView(args, entry))
          if (!target || !isResolved(target) || !args.where || !single) return target
          return createFilterPredicate(single.filter, args.where)(target) ? target : null
        },
      },
    }
  }
  const filter = isUnion
    ? createFilter(`${typeName}Filter`, getSharedCriteria(types.map((target) => target.filter)))
    : single?.filter
  const collection = targetType === 'Asset' ? 'AssetCollection' : `${typeName}Collection`
  const order = single && createOrderType(`${collection}Order`, single.sortableFields)
  return {
    args: printCollectionArguments(filter?.type.name, order?.name),
    type: collection,
    sdl: targetType === 'Asset' ? '' : `${unionSdl}\n${printCollectionType(collection, type)}`,
    inputTypes: [...(order ? [order] : []), ...(isUnion && filter ? [filter.type] : [])],
    sharedFilter,
    behavior: createCollectionField(
      (entry: ResolvedEntity, view) => (entry.fields[id] == null ? null : resolveLinks(entry, view)),
      filter,
      mergeRules(field.validations).size?.max ?? undefined,
    ),
  }
}
