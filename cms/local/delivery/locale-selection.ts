import { RestError } from '#local/http/rest-error.ts'
import type { LocaleDefinition, Store } from '#local/store/store.ts'

/** The locale of a response: one, or all of them. */
interface LocaleSelection {
  /** Absent if the response contains all locales. */
  readonly code?: string
  /** Selects from the values by locale. A field that is not localized has one value for all locales. */
  readonly getValue: (values: Readonly<Record<string, unknown>>, isLocalized: boolean) => unknown
}

/** The parameter `locale` for all locales. */
export const ALL_LOCALES = '*'

/** Locales that are enabled for the delivery APIs, the default locale first. */
export const getDeliveryLocales = ({ locales }: Store) =>
  locales
    .all()
    .filter(({ draft }) => draft.contentDeliveryApi)
    .sort((a, b) => Number(b.draft.default) - Number(a.draft.default))

/** Selects a locale, by default with its fallback locales. Throws if the space does not have it. */
export function selectLocale(
  store: Store,
  code: string = store.getDefaultLocale(),
  useFallback: boolean = true,
): LocaleSelection {
  const defaultLocale = store.getDefaultLocale()
  const byCode = new Map(getDeliveryLocales(store).map(({ draft }) => [draft.code, draft]))
  if (code === ALL_LOCALES) {
    return {
      getValue: (values) => {
        const localeValues = Object.entries(values).filter(([locale, value]) => byCode.has(locale) && value !== null)
        return localeValues.length > 0 ? Object.fromEntries(localeValues) : undefined
      },
    }
  }
  const chain = createFallbackChain(code, byCode).slice(0, useFallback ? undefined : 1)
  if (chain.length === 0) {
    throw new RestError('BadRequest', `Unknown locale: ${code}`, { type: 'locale', value: code })
  }
  return {
    code,
    getValue: (values, isLocalized) => {
      const valueLocale = (isLocalized ? chain : [defaultLocale]).find((locale) => values[locale] != null)
      return valueLocale && values[valueLocale]
    },
  }
}

/** The locale, its fallback, the fallback of that, and so on. */
function createFallbackChain(
  code: string | null,
  byCode: ReadonlyMap<string, LocaleDefinition>,
  chain: readonly string[] = [],
): readonly string[] {
  const locale = code === null || chain.includes(code) ? undefined : byCode.get(code)
  return locale ? createFallbackChain(locale.fallbackCode, byCode, [...chain, locale.code]) : chain
}
