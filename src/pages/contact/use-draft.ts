import { useCallback } from 'react'
import type { UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import type { ContactMessage } from '#server/api/contract.ts'
import { getFieldsToRestore, readContactDraft, saveContactDraft, updateContactDraft } from './contact-draft.ts'

interface Form {
  readonly getValues: UseFormGetValues<ContactMessage>
  readonly setValue: UseFormSetValue<ContactMessage>
}

/** Keeps what is typed until it is sent: it survives every failure, and a reload. */
export function useContactDraft({ getValues, setValue }: Form) {
  /** After each change of a field. */
  const keep = useCallback(
    () => saveContactDraft(updateContactDraft(readContactDraft(), getValues(), Date.now())),
    [getValues],
  )

  /** Answers whether anything came back. */
  const restore = useCallback(() => {
    const back = getFieldsToRestore(readContactDraft(), getValues())
    for (const [name, text] of back) setValue(name, text)
    // What was typed before this script ran began no earlier than the page.
    saveContactDraft(updateContactDraft(readContactDraft(), getValues(), performance.timeOrigin))
    return back.length > 0
  }, [getValues, setValue])

  return { keep, restore }
}
