import { CollidingNamesError } from './schema-error.ts'

/** Names that GraphQL, or the API itself, already uses. */
const RESERVED = new Set(
  [
    'Query Mutation Subscription String Int Float Boolean ID Entry Asset Sys Location',
    'DateTime Dimension Quality HexColor JSON ImageFormat ImageResizeFocus ImageResizeStrategy ImageTransformOptions',
  ]
    .join(' ')
    .split(' '),
)

/** `gallery-page` → `GalleryPage`; a leading digit or a reserved name gets a prefix (contentful.md, Names). */
export function typeName(contentTypeId: string): string {
  const name = pascalCase(contentTypeId)
  return RESERVED.has(name) || /^[0-9]/.test(name) ? `ContentType${name}` : name
}

/** The query of one entry: the type's name, so with its prefix where it has one. */
export const rootName = (contentTypeId: string): string => uncapitalized(typeName(contentTypeId))

/** `intro-title` → `introTitle` */
export const fieldName = (id: string): string => uncapitalized(pascalCase(id))

/** The type of an array of links. */
export const linkCollectionName = (contentTypeId: string, fieldId: string): string =>
  `${typeName(contentTypeId)}${pascalCase(fieldId)}Collection`

/** An id, and what GraphQL would call it. */
export type Naming = readonly [id: string, name: string]

/** Throws where two ids become one name. */
export function assertDistinct(kind: 'TYPE' | 'FIELD', within: string, namings: readonly Naming[]): void {
  const taken = new Map<string, string>()
  for (const [id, name] of namings) {
    const other = taken.get(name)
    if (other !== undefined)
      throw new CollidingNamesError(kind, `${within}: "${other}" and "${id}" both become "${name}"`)
    taken.set(name, id)
  }
}

const pascalCase = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const uncapitalized = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)
