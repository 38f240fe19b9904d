import type { Store } from '#local/store/store.ts'
import { RestError } from './rest-error.ts'

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
  const locales = new Map(getDeliveryLocales(store).map(({ draft }) => [draft.code, draft]))
  if (code === ALL_LOCALES)
    return {
      getValue: (values) => {
        const known = Object.entries(values).filter(([name, value]) => locales.has(name) && value != null)
        return known.length > 0 ? Object.fromEntries(known) : undefined
      },
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
  return {
    code,
    getValue: (values, isLocalized) => {
      const valueLocale = (isLocalized ? chain : defaultChain).find((candidate) => values[candidate] != null)
      return valueLocale && values[valueLocale]
    },
  }
}
