import * as z from 'zod/mini'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'

/** Text with at least one visible character. Trims white space. */
export const textSchema = z.string().check(z.trim(), z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))

/** Paragraphs, separated by empty lines. */
export const paragraphsSchema = z.pipe(
  textSchema,
  z.transform((text) => text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())),
)

/** Lines, separated by line breaks. */
export const linesSchema = z.pipe(
  textSchema,
  z.transform((text) => text.split('\n').map((line) => line.trim())),
)

/** URL of another site. */
export const externalUrlSchema = z.url({ protocol: /^https$/ })

/** The id of an entry (requirements §3). */
export const sysSchema = z.object({ id: z.string() })

/** Path of a page that editors can link to (requirements §2). */
export const sitePathSchema = z.enum(SITE_PATHS)
export type SitePath = z.output<typeof sitePathSchema>

/** Data of a GraphQL response. */
export type JsonValue = string | number | boolean | null | undefined | JsonObject | JsonValue[]
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** An entry in a GraphQL response. */
export type EntryResponse = JsonObject & { readonly sys: { readonly id: string } }

/** How an entry of a content type is validated and mapped to the content of a page. */
export interface EntryDefinition<in Entry extends EntryResponse, out Schema extends z.ZodMiniType> {
  /** Name of the content type in log messages. */
  readonly name: string
  readonly schema: Schema
  /** Exists at compile time only: binds the definition to the fields of its query. */
  readonly accepts?: (entry: Entry) => void
}

/** A schema for each queried field. Its input must be a value that the query can return. */
type FieldSchemas<Fields> = { readonly [Name in keyof Fields]: z.ZodMiniType<unknown, FieldInput<Fields[Name]>> }
/** The definition of a linked entry checks its fields; here they may be missing. */
type FieldInput<Value> = Value extends object
  ? { readonly [Name in keyof Value]?: FieldInput<Value[Name]> }
  : Value | undefined

/** Makes a name that the query does not contain a type error at that name. */
type OnlyKnown<Names, Known> = { readonly [Name in Exclude<keyof Names, keyof Known>]: never }

/**
 * Defines the fields of a content type. `Entry` is the generated type of its GraphQL fragment. A queried field without a
 * schema, and a schema without a queried field, are type errors that name the field.
 * @example defineEntry<FactFragment>()('Fact', { sys: sysSchema, figure: textSchema, text: textSchema })
 */
export const defineEntry =
  <Entry extends EntryResponse>() =>
  <Fields extends FieldSchemas<Entry> & z.core.$ZodShape>(
    name: string,
    fields: Fields & OnlyKnown<Fields, Entry>,
  ): EntryDefinition<Entry, z.ZodMiniObject<Fields>> => ({ name, schema: z.object<Fields>(fields) })

/** The lists of an entry. They are not part of its schema, because each of their items is validated on its own. */
type Lists<Entry> = Pick<Entry, Extract<keyof Entry, `${string}Collection`>>
type ListDefinitions<Entry> = {
  readonly [Name in keyof Lists<Entry>]: EntryDefinition<ListItem<NonNullable<Entry[Name]>>, z.ZodMiniType>
}
type ListItem<List> = List extends { readonly items: readonly (infer Item)[] } ? Extract<Item, EntryResponse> : never

/** Like `defineEntry`, for a content type with lists. `lists` defines the items of each queried list. */
export const defineEntryWithLists =
  <Entry extends EntryResponse>() =>
  <
    Fields extends FieldSchemas<Omit<Entry, keyof Lists<Entry>>> & z.core.$ZodShape,
    Definitions extends ListDefinitions<Entry>,
  >(
    name: string,
    fields: Fields & OnlyKnown<Fields, Entry>,
    lists: Definitions & OnlyKnown<Definitions, Entry>,
  ): EntryDefinition<Entry, z.ZodMiniObject<Fields>> & { readonly lists: Definitions } => ({
    name,
    schema: z.object<Fields>(fields),
    lists,
  })

/** Returns a definition that also maps the valid fields. */
export const mapEntry = <Entry extends EntryResponse, Schema extends z.ZodMiniType, Content>(
  { name, schema }: EntryDefinition<Entry, Schema>,
  map: (fields: z.output<Schema>) => Content,
): EntryDefinition<Entry, z.ZodMiniType<Content, z.input<Schema>>> => ({
  name,
  schema: z.pipe(schema, z.transform(map)),
})
