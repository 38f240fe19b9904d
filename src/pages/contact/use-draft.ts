import { useCallback } from 'react'
import type { UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import type { ContactMessage } from '#server/contract.ts'
import { changed, keepDraft, keptDraft, missing } from './draft.ts'

interface Form {
  readonly getValues: UseFormGetValues<ContactMessage>
  readonly setValue: UseFormSetValue<ContactMessage>
}

/** Keeps what is typed until it is sent: it survives every failure, and a reload. */
export function useDraft({ getValues, setValue }: Form) {
  /** After each change of a field. */
  const keep = useCallback(() => keepDraft(changed(keptDraft(), getValues(), Date.now())), [getValues])

  /** Answers whether anything came back. */
  const restore = useCallback(() => {
    const back = missing(keptDraft(), getValues())
    for (const [name, text] of back) setValue(name, text)
    // What was typed before this script ran began no earlier than the page.
    keepDraft(changed(keptDraft(), getValues(), performance.timeOrigin))
    return back.length > 0
  }, [getValues, setValue])

  return { keep, restore }
}
