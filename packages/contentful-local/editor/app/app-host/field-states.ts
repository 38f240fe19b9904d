import { DEFAULT_LOCALE } from '#local/constants.ts'

/** The form of an entry as apps see it: values by field id, in the default locale. */
export interface FieldStates {
  readonly values: Readonly<Record<string, unknown>>
  readonly isDisabled: boolean
}

type AppEvent = readonly [method: string, ...parameters: readonly unknown[]]

/** Returns the events that tell an app which fields have changed. The form has `null` for no value, the App SDK `undefined`. */
export const getChangeEvents = (previous: FieldStates, next: FieldStates): readonly AppEvent[] =>
  Object.entries(next.values).flatMap(([id, value]) => {
    const events: readonly (AppEvent | false)[] = [
      JSON.stringify(previous.values[id]) !== JSON.stringify(value) && [
        'valueChanged',
        id,
        DEFAULT_LOCALE,
        value ?? undefined,
      ],
      previous.isDisabled !== next.isDisabled && [
        'isDisabledChangedForFieldLocale',
        id,
        DEFAULT_LOCALE,
        next.isDisabled,
      ],
    ]
    return events.filter((event) => event !== false)
  })
