import * as z from 'zod/mini'

/** Data of a GraphQL response. */
export type JsonValue = string | number | boolean | null | undefined | JsonObject | JsonValue[]
interface JsonObject {
  readonly [key: string]: JsonValue
}

/** How the entries of a content type are validated. */
export interface EntryDefinition<out Schema extends z.ZodMiniType> {
  /** Name of the content type in log messages. */
  readonly name: string
  readonly schema: Schema
}

/** The response to a query of a content type. */
interface Collection {
  readonly items: readonly JsonValue[]
}

/**
 * Returns the valid items of a list. Invalid items and duplicates are omitted; optional fields that are invalid are
 * removed. Every deviation is logged once.
 */
export function parseItems<Schema extends z.ZodMiniType>(
  { name: typeName, schema }: EntryDefinition<Schema>,
  items: readonly JsonValue[],
): z.output<Schema>[] {
  const seenIds = new Set<string>()
  return items.flatMap((item, index) => {
    const id = getEntryId(item)
    const name = `${typeName} ${id ?? `number ${index + 1}`}`
    if (id !== undefined && seenIds.has(id)) {
      warnOnce(`${name} is listed twice: shown once`)
      return []
    }
    if (id !== undefined) seenIds.add(id)
    const { content, requiredIssues, optionalIssues } = parseEntry(schema, item)
    if (optionalIssues.length > 0) warnOnce(`${name} shown without invalid fields: ${formatIssues(optionalIssues)}`)
    if (content) return [content.value]
    warnOnce(`${name} omitted: ${formatIssues(requiredIssues)}`)
    return []
  })
}

/**
 * Validates the first entry of a response. Invalid optional fields are removed, invalid required fields are taken from the
 * fallback. Throws if there is no entry, or an invalid required field and no fallback.
 */
export function parsePage<Schema extends z.ZodMiniType>(
  { name: typeName, schema }: EntryDefinition<Schema>,
  collection: Collection | null,
  fallback?: Collection | null,
): z.output<Schema> {
  const entry = collection?.items[0]
  const fallbackEntry = fallback?.items[0]
  const name = `${typeName} ${getEntryId(entry) ?? ''}`.trim()
  const { content, validFields, requiredIssues, optionalIssues } = parseEntry(schema, entry)
  const page =
    content ??
    (fallbackEntry
      ? validate(schema, replaceInvalidFields(validFields, requiredIssues, fallbackEntry)).content
      : undefined)
  if (!page) throw new Error(`${name}: ${formatIssues(requiredIssues)}`)
  if (optionalIssues.length > 0) warnOnce(`${name} shown without invalid fields: ${formatIssues(optionalIssues)}`)
  if (!content) warnOnce(`${name} shown with fallback values for invalid fields: ${formatIssues(requiredIssues)}`)
  return page.value
}

/** Logs a warning once per page load. */
function warnOnce(message: string): void {
  if (loggedMessages.has(message)) return
  loggedMessages.add(message)
  console.warn(message)
}

const loggedMessages = new Set<string>()

/** Validates an entry, without its invalid fields if it is valid then. Separates issues of required and optional fields. */
function parseEntry<Schema extends z.ZodMiniType>(schema: Schema, entry: JsonValue) {
  const { content, issues } = validate(schema, entry)
  if (content) return { content, validFields: entry, requiredIssues: [], optionalIssues: [] }
  const validFields = issues.reduce<JsonValue>((fields, { path }) => setByPath(fields, path, undefined), entry)
  const second = validate(schema, validFields)
  const requiredPaths = new Set(second.issues.map(({ path }) => path.join('.')))
  const { requiredIssues = [], optionalIssues = [] } = Object.groupBy(issues, ({ path }) =>
    requiredPaths.has(path.join('.')) ? 'requiredIssues' : 'optionalIssues',
  )
  return { content: second.content, validFields, requiredIssues, optionalIssues }
}

function validate<Schema extends z.ZodMiniType>(schema: Schema, entry: JsonValue) {
  const { success, data, error } = z.safeParse(schema, entry)
  return success
    ? { content: { value: data }, issues: [] }
    : { content: undefined, issues: toValidationIssues(error, entry) }
}

/** Copies invalid fields from the fallback. A picture is copied with its alternative text and focal point. */
function replaceInvalidFields(
  entry: JsonValue,
  issues: readonly ValidationIssue[],
  fallbackEntry: JsonValue,
): JsonValue {
  const paths = issues.flatMap(({ path }) => {
    const value = getByPath(fallbackEntry, path)
    const siblingPath = (name: string): JsonPath => [...path.slice(0, -1), name]
    const isPicture = isObject(value) && 'width' in value
    return isPicture ? [path, siblingPath(`${String(path.at(-1))}Alt`), siblingPath('focalPoint')] : [path]
  })
  return paths.reduce<JsonValue>((fields, path) => setByPath(fields, path, getByPath(fallbackEntry, path)), entry)
}

interface ValidationIssue {
  readonly path: JsonPath
  /** The path and the invalid value, for the log. */
  readonly description: string
}

/** Groups the errors of a schema by field. An asset counts as one field: without URL or size it cannot be shown. */
function toValidationIssues(error: z.core.$ZodError, entry: JsonValue): ValidationIssue[] {
  const issues = new Map<string, ValidationIssue>()
  for (const { path: errorPath } of error.issues) {
    const assetDepth = errorPath.findIndex((_, depth) => isAsset(getByPath(entry, errorPath.slice(0, depth))))
    const path = assetDepth === -1 ? errorPath : errorPath.slice(0, assetDepth)
    const earlier = issues.get(path.join('.'))?.description
    const description = `${errorPath.join('.') || 'the entry'} is ${formatValue(getByPath(entry, errorPath))}`
    issues.set(path.join('.'), { path, description: earlier ? `${earlier}, ${description}` : description })
  }
  return [...issues.values()]
}

const formatIssues = (issues: readonly ValidationIssue[]): string =>
  issues.map(({ description }) => description).join(', ')

const isAsset = (value: JsonValue) => isObject(value) && 'url' in value

const MAX_VALUE_LENGTH = 60

function formatValue(value: JsonValue): string {
  const json = JSON.stringify(value) ?? 'missing'
  return json.length > MAX_VALUE_LENGTH ? `${json.slice(0, MAX_VALUE_LENGTH)}…` : json
}

/** The id of an entry (requirements §3). */
export const entryIdSchema = z.object({ sys: z.object({ id: z.string() }) })
const getEntryId = (item: JsonValue) => entryIdSchema.safeParse(item).data?.sys.id

/** Whether the value is an object or an array. */
const isObject = (value: JsonValue): value is JsonObject | JsonValue[] => typeof value === 'object' && value !== null

/** Keys that lead to a value in a response, outermost first. */
type JsonPath = readonly PropertyKey[]

/** Returns the value at a path, or `undefined` if the path does not exist. */
const getByPath = (value: JsonValue, path: JsonPath): JsonValue => path.reduce(getChild, value)

function getChild(parent: JsonValue, key: PropertyKey): JsonValue {
  if (Array.isArray(parent)) return parent[Number(key)]
  return isObject(parent) ? parent[String(key)] : undefined
}

/** Returns a copy with a new value at a path. Returns the value itself if the path is empty or a parent does not exist. */
function setByPath(value: JsonValue, [key, ...rest]: JsonPath, changed: JsonValue): JsonValue {
  if (key === undefined || !isObject(value)) return value
  const change = (child: JsonValue) => (rest.length === 0 ? changed : setByPath(child, rest, changed))
  return Array.isArray(value)
    ? value.map((item, index) => (index === Number(key) ? change(item) : item))
    : { ...value, [String(key)]: change(value[String(key)]) }
}
