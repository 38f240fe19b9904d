import { RestError } from '#cms/local/http/rest-error.ts'
import type { LocaleDefinition, Store } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'

/** The language of an answer; all of them at once is one too. */
export interface LocaleSelection {
  /** absent where the answer has all of them */
  readonly code?: string
  /** The value out of those by locale. A field that is not localized has one, whatever the language. */
  readonly getValue: (values: Readonly<Record<string, unknown>>, isLocalized: boolean) => unknown
}

export const ALL_LOCALES = '*'

/** The locales that may be read here, the default one first. */
export const getDeliveryLocales = ({ locales }: Store) =>
  locales
    .all()
    .filter(({ draft }) => draft.contentDeliveryApi)
    .sort((one, other) => Number(other.draft.default) - Number(one.draft.default))

/** The language that a request asks for by its parameter `locale`. Throws where the space has none of that code. */
export function selectLocale(store: Store, asked: string = LOCALE): LocaleSelection {
  const byCode = new Map(getDeliveryLocales(store).map(({ draft }) => [draft.code, draft]))
  if (asked === ALL_LOCALES) {
    return {
      getValue: (values) => {
        const delivered = Object.entries(values).filter(([code]) => byCode.has(code))
        return delivered.length > 0 ? Object.fromEntries(delivered) : undefined
      },
    }
  }
  const chain = chainOf(asked, byCode)
  if (chain.length === 0) {
    throw new RestError('BadRequest', `Unknown locale: ${asked}`, { type: 'locale', value: asked })
  }
  return {
    code: asked,
    getValue: (values, isLocalized) => {
      const code = (isLocalized ? chain : [LOCALE]).find((each) => values[each] !== undefined)
      return code && values[code]
    },
  }
}

/** A locale, the one that stands in for it, and so on. */
function chainOf(
  code: string | null,
  byCode: ReadonlyMap<string, LocaleDefinition>,
  before: readonly string[] = [],
): readonly string[] {
  const locale = code === null || before.includes(code) ? undefined : byCode.get(code)
  return locale ? chainOf(locale.fallbackCode, byCode, [...before, locale.code]) : before
}
