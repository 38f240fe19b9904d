import { DEFAULT_LOCALE } from '#local/constants.ts'

/** The state of a field of the form, in the default locale. */
interface FieldState {
  /** `undefined`: no value. */
  readonly value: unknown
  readonly isDisabled: boolean
  /** Message of the form. */
  readonly error: string | undefined
}

/** The states of all fields by id. */
export type FieldStates = Readonly<Record<string, FieldState>>

/** The form of an entry, as its component reads it. */
interface FormState {
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, { readonly message?: string | undefined } | undefined>>
  readonly isDisabled: boolean
}

/** Returns the states of all fields. The form has `null` for no value, the App SDK `undefined`. */
export const getFieldStates = ({ values, errors, isDisabled }: FormState): FieldStates =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      { value: value ?? undefined, isDisabled, error: errors[id]?.message },
    ]),
  )

/** Returns the validation errors of a field as the App SDK has them. */
export const createErrors = (id: string, state: FieldState | undefined) =>
  state?.error === undefined ? [] : [{ name: 'invalid', message: state.error, path: ['fields', id] }]

type AppEvent = readonly [method: string, ...parameters: readonly unknown[]]

/** Returns the events that tell an app which fields have changed. */
export function getChangeEvents(previous: FieldStates, next: FieldStates): readonly AppEvent[] {
  return Object.entries(next).flatMap(([id, state]) => {
    const { value, isDisabled, error } = previous[id] ?? {}
    const events: readonly (AppEvent | false)[] = [
      JSON.stringify(value) !== JSON.stringify(state.value) && ['valueChanged', id, DEFAULT_LOCALE, state.value],
      isDisabled !== state.isDisabled && ['isDisabledChangedForFieldLocale', id, DEFAULT_LOCALE, state.isDisabled],
      error !== state.error && ['schemaErrorsChangedForFieldLocale', id, DEFAULT_LOCALE, createErrors(id, state)],
    ]
    return events.filter((event) => event !== false)
  })
}
