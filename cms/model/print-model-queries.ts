import { getFieldName, getGraphqlTypeName, getRootFieldName } from 'contentful-local/schema'
import { parse, print } from 'graphql'
import * as z from 'zod'
import type { ContentType, Field } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { findReachableTypes, isPage } from '#cms/model/pages.ts'

/** Contentful returns at most 1,000 items of a list per response; longer lists are read in parts. */
const MAX_ITEMS = 1_000

/** The fields of an image and of another file that the site uses. */
const ASSET_FRAGMENTS = `
fragment Image on Asset { sys { id } url width height }
fragment AssetFile on Asset { sys { id } url }
`

/**
 * Prints the GraphQL fragments and queries of the model: a fragment of each content type with every field that the site
 * can show, and a query of each page. A list is limited to the maximum of its field; a list without a maximum has the
 * variable `$skip`.
 */
export function printModelQueries(types: readonly ContentType[] = Object.values(model)): string {
  const queries = types.filter(isPage).map((type) => createPageQuery(type, types))
  const document = parse([ASSET_FRAGMENTS, ...types.map(createFragment), ...queries].join('\n'))
  return `# Generated from cms/model by: npm run types\n\n${print(document)}\n`
}

/** `homePage` has the query `Home`. */
function createPageQuery(page: ContentType, types: readonly ContentType[]): string {
  const { id } = page
  const name = getGraphqlTypeName(id)
  const variables = findReachableTypes(page, types).some(hasPaginatedList) ? '($skip: Int = 0)' : ''
  return `query ${name.replace(/Page$/, '')}${variables} { ${getRootFieldName(id)}Collection(limit: 1) { items { ...${name} } } }`
}

function createFragment({ id, fields }: ContentType): string {
  const name = getGraphqlTypeName(id)
  const selections = Object.entries(fields).flatMap(([fieldId, field]) =>
    field.isEditorOnly ? [] : [createSelection(getFieldName(fieldId), field)],
  )
  return `fragment ${name} on ${name} { sys { id } ${selections.join(' ')} }`
}

function createSelection(name: string, field: Field): string {
  const { link } = field
  if (!link) return name
  if (link.to === 'Asset') return `${name} { ...${field.kind === 'image' ? 'Image' : 'AssetFile'} }`
  const entries = link.types.map((type) => `...${getGraphqlTypeName(type)}`).join(' ')
  if (field.type === 'Link') return `${name} { ${entries} }`
  const max = getMaxItems(field)
  return max < MAX_ITEMS
    ? `${name}Collection(limit: ${max}) { items { ${entries} } }`
    : `${name}Collection(skip: $skip, limit: ${MAX_ITEMS}) { total items { ${entries} } }`
}

const sizeValidation = z.object({ size: z.object({ max: z.number() }) })

/** Returns the maximum number of links of a list; `MAX_ITEMS` if it has none. */
const getMaxItems = ({ validations }: Field) =>
  Math.min(MAX_ITEMS, ...validations.flatMap((each) => sizeValidation.safeParse(each).data?.size.max ?? []))

/** Whether a content type has a list that is read in parts. */
const hasPaginatedList = ({ fields }: ContentType) =>
  Object.values(fields).some((field) => field.type === 'Array' && getMaxItems(field) === MAX_ITEMS)
