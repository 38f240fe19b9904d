import type { Store } from '#local/store/store.ts'
import { RestError } from './rest-error.ts'

/** The parameter `locale` for all locales. */
export const ALL_LOCALES = '*'

/** Locales that are enabled for the delivery APIs, the default locale first. */
export const getDeliveryLocales = ({ locales }: Store) =>
  locales
    .all()
    .filter(({ draft }) => draft.contentDeliveryApi)
    .sort((a, b) => Number(b.draft.default) - Number(a.draft.default))

/**
 * Creates a function that selects from the values by locale: the value of one locale, by default with its fallback locales,
 * or of all. A field that is not localized has one value for all locales. Throws if the space does not have the locale.
 */
export function createLocaleReader(
  store: Store,
  code: string = store.getDefaultLocale(),
  useFallback: boolean = true,
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
