import type { FieldAPI, FieldAppSDK } from '@contentful/app-sdk'
import PQueue from 'p-queue'
import { useEffect, useState } from 'react'

/** Whether a field is read-only, for example because its entry is archived. */
export function useIsFieldDisabled(field: FieldAPI): boolean {
  const [isDisabled, setIsDisabled] = useState(() => field.getIsDisabled())
  useEffect(() => field.onIsDisabledChanged(setIsDisabled), [field])
  return isDisabled
}

/**
 * The text of the field, `null` without a value. A change is shown at once, also while the web app takes the one before: a drag
 * makes a change for each pixel, of which the web app gets as many as it can take, and always the last. `name`: of the field,
 * in messages.
 */
export function useFieldText({ field, notifier }: FieldAppSDK, name: string) {
  const [saved, setSaved] = useState<unknown>(() => field.getValue())
  const [unsaved, setUnsaved] = useState<string | null>()
  const [writes] = useState(() => new PQueue({ concurrency: 1 }))
  useEffect(() => field.onValueChanged(setSaved), [field])

  async function write(text: string | null) {
    try {
      await (text === null ? field.removeValue() : field.setValue(text))
      setSaved(text)
    } catch (error) {
      notifier.error(`The ${name} was not saved: ${getReason(error)}. Reload the page, then try again.`)
    }
    if (writes.size === 0) setUnsaved(undefined)
  }
  function change(text: string | null) {
    setUnsaved(text)
    writes.clear() // only the last one of those that wait is written
    void writes.add(() => write(text))
  }
  const savedText = typeof saved === 'string' ? saved : null
  return { text: unsaved === undefined ? savedText : unsaved, change }
}

/** Returns the message of an error of the web app, without a period at its end. */
function getReason(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return String(text).replace(/\.$/, '')
}
