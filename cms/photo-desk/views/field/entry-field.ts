import type { FieldAPI } from '@contentful/app-sdk'
import { useEffect, useState } from 'react'

/** The value of a field, also after somebody else has changed it. `show` is for a value that was set. */
export function useFieldValue<Value>(
  field: Pick<FieldAPI, 'getValue' | 'onValueChanged'>,
  parse: (value: unknown) => Value,
) {
  const [value, setValue] = useState(() => parse(field.getValue()))
  const show = (changed: unknown) => setValue(() => parse(changed))
  useEffect(() => field.onValueChanged(show), [field])
  return { value, show }
}

/** Whether a field is read-only, for example because its entry is archived. */
export function useIsFieldDisabled(field: FieldAPI): boolean {
  const [isDisabled, setIsDisabled] = useState(() => field.getIsDisabled())
  useEffect(() => field.onIsDisabledChanged(setIsDisabled), [field])
  return isDisabled
}

/** Returns the message of an error of the web app, without a period at its end. */
export function getReason(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return String(text).replace(/\.$/, '')
}
