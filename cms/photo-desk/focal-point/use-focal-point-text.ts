import type { FieldAppSDK } from '@contentful/app-sdk'
import { useRef, useState } from 'react'
import { getReason, useFieldValue } from '#cms/photo-desk/entry-field.ts'

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The text of the field, `''` without a value. A change is shown at once, also while the web app takes the one before: a drag
 * makes a change for each pixel, of which the web app gets as many as it can take, and always the last.
 */
export function useFocalPointText({ field, notifier }: FieldAppSDK) {
  const { value, show } = useFieldValue(field, toText)
  const [unsaved, setUnsaved] = useState<string>()
  const wanted = useRef<string>(undefined)
  const isWriting = useRef(false)

  async function writeWanted() {
    isWriting.current = true
    while (wanted.current !== undefined) {
      const text = wanted.current
      wanted.current = undefined
      try {
        await (text === '' ? field.removeValue() : field.setValue(text))
        show(text)
      } catch (reason) {
        notifier.error(`The focal point was not saved: ${getReason(reason)}. Reload the page, then try again.`)
      }
    }
    isWriting.current = false
    setUnsaved(undefined)
  }
  function change(text: string) {
    wanted.current = text
    setUnsaved(text)
    if (!isWriting.current) void writeWanted()
  }
  return { text: unsaved ?? value, change }
}
