import { contactService, type Sending } from '#src/api/contact-service.ts'
import { type FilledForm, keepDraft, keptDraft, sendingOf } from './draft.ts'
import { isKeyReused } from './outcome.ts'

/** Sends what stands in the form, and forgets the draft when the backend has it. Each attempt is noted before it is made. */
export async function deliver(filled: FilledForm): Promise<void> {
  try {
    await contactService.sendEmail(noted(filled))
  } catch (cause) {
    if (!isKeyReused(cause)) throw cause
    keepDraft({ ...draftOf(filled), tried: undefined })
    await contactService.sendEmail(noted(filled))
  }
  keepDraft(undefined)
}

function noted(filled: FilledForm): Sending {
  const { website: _, ...message } = filled
  const draft = draftOf(filled)
  const sending = sendingOf(draft, filled, Date.now())
  keepDraft({ ...draft, tried: { key: sending.key, message } })
  return sending
}

/** Somebody may have emptied the browser's storage meanwhile. */
const draftOf = ({ website: _, ...text }: FilledForm) => keptDraft() ?? { text, startedAt: performance.timeOrigin }
