import { type ContactSubmission, contactService } from '#src/api/contact-service.ts'
import { type ContactFormValues, createSubmission, readContactDraft, saveContactDraft } from './contact-draft.ts'
import { isIdempotencyKeyReused } from './outcome.ts'

/** Sends what stands in the form, and forgets the draft when the backend has it. Each attempt is noted before it is made. */
export async function submitContactForm(filled: ContactFormValues): Promise<void> {
  try {
    await contactService.sendEmail(noted(filled))
  } catch (cause) {
    if (!isIdempotencyKeyReused(cause)) throw cause
    saveContactDraft({ ...draftOf(filled), tried: undefined })
    await contactService.sendEmail(noted(filled))
  }
  saveContactDraft(undefined)
}

function noted(filled: ContactFormValues): ContactSubmission {
  const { website: _, ...message } = filled
  const draft = draftOf(filled)
  const sending = createSubmission(draft, filled, Date.now())
  saveContactDraft({ ...draft, tried: { key: sending.idempotencyKey, message } })
  return sending
}

/** Somebody may have emptied the browser's storage meanwhile. */
const draftOf = ({ website: _, ...text }: ContactFormValues) =>
  readContactDraft() ?? { text, startedAt: performance.timeOrigin }
