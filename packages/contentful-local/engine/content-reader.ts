import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import type { FieldValues, StoredEntity } from '#local/store/entity-table.ts'
import type { Store } from '#local/store/store.ts'
import { RestError } from './rest-error.ts'

/** Which values of the content a request of the delivery APIs reads. */
export interface ContentView {
  /** Drafts instead of the published content. */
  readonly preview: boolean
  /** `ALL_LOCALES` for all. */
  readonly locale: string
  /** Whether a field without a value in the locale has that of the fallback locale. */
  readonly useFallback: boolean
}

/** The parameter `locale` for all locales. */
export const ALL_LOCALES = '*'

/** Locales that are enabled for the delivery APIs, the default locale first. */
export const getDeliveryLocales = ({ locales }: Store) =>
  locales
    .all()
    .filter(({ draft }) => draft.contentDeliveryApi)
    .sort((a, b) => Number(b.draft.default) - Number(a.draft.default))

/** The published content types without omitted fields, which the delivery APIs never return. */
export const getDeliveryContentTypes = memoizeByObject(
  (published: readonly ContentTypeDefinition[]): readonly ContentTypeDefinition[] =>
    published.map((type) => ({ ...type, fields: type.fields.filter(({ omitted }) => !omitted) })),
)

/**
 * Creates a function that reads the content of an entity in one view; `undefined` if the view does not contain it. `toFiles`
 * maps the files of an asset by locale. Throws if the space does not have the locale.
 */
export function createContentReader(store: Store, view: ContentView, toFiles = (files: FieldValues[string]) => files) {
  const getValue = createLocaleReader(store, view)
  const contentTypes = new Map(getDeliveryContentTypes(store.getPublishedContentTypes()).map((type) => [type.id, type]))
  const tags = store.tags.all().filter(({ draft }) => draft.visibility === 'public')
  const publicTags = new Map(tags.map(({ id, draft: { name } }) => [id, { id, name }]))
  const readFields = (values: FieldValues, type: ContentTypeDefinition | undefined) =>
    type
      ? type.fields.map(({ id, localized = false }) => [id, getValue(values[id] ?? {}, localized)] as const)
      : Object.entries({ ...values, file: toFiles(values.file ?? {}) }).map(
          ([id, byLocale]) => [id, getValue(byLocale, true)] as const,
        )
  return (entity: StoredEntity) => {
    const draft = entity.archivedAt === null ? entity.draft : null // published resources cannot be archived
    const content = view.preview ? draft : entity.published
    const type = contentTypes.get(entity.contentType ?? '')
    if (!content || (entity.contentType !== null && !type)) return undefined
    return {
      fields: Object.fromEntries(readFields(content.fields, type).filter(([, value]) => value !== undefined)),
      tags: content.tags.flatMap((id) => publicTags.get(id) ?? []),
    }
  }
}

/**
 * Creates a function that selects from the values by locale: those of all locales, or the value of one locale, or else with
 * `useFallback` of its fallback locales. A field that is not localized has one value for all locales. Throws if the space
 * does not have the locale.
 */
function createLocaleReader(
  store: Store,
  { locale: code, useFallback }: ContentView,
): (values: Readonly<Record<string, unknown>>, isLocalized: boolean) => unknown {
  const locales = new Map(getDeliveryLocales(store).map(({ draft }) => [draft.code, draft]))
  if (code === ALL_LOCALES)
    return (values) => {
      const known = Object.entries(values).filter(([name, value]) => locales.has(name) && value != null)
      return known.length > 0 ? Object.fromEntries(known) : undefined
    }
  /** The locale, its fallback, the fallback of that, and so on. */
  const chain: string[] = []
  let locale = locales.get(code)
  while (locale && !chain.includes(locale.code)) {
    chain.push(locale.code)
    locale = useFallback ? locales.get(locale.fallbackCode ?? '') : undefined
  }
  if (chain.length === 0) throw new RestError('BadRequest', `Unknown locale: ${code}`, { type: 'locale', value: code })
  const defaultChain = [store.getDefaultLocale()]
  return (values, isLocalized) => {
    const valueLocale = (isLocalized ? chain : defaultChain).find((candidate) => values[candidate] != null)
    return valueLocale && values[valueLocale]
  }
}
