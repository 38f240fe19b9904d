import { zodResolver } from '@hookform/resolvers/zod'
import { css } from 'linaria'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { type FieldErrors, type UseFormSetValue, useForm } from 'react-hook-form'
import {
  CONTACT_FIELDS,
  CONTACT_LINES,
  type ContactMessage,
  contactInputs,
  contactMessageSchema,
} from '#shared/contact-contract.ts'
import type { BrowserStorages } from '#src/api/browser-storage.ts'
import { solidButtonStyle } from '#src/components/button-style.ts'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'
import { type PrerenderedForm, usePrerenderedForm } from '#src/components/use-prerendered-form.ts'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import type { ContactContent } from '#src/content/contact.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { LoadingOverlay } from '#src/layout/loading-overlay.tsx'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { size, space } from '#src/theme/tokens.ts'
import { rem } from '#src/theme/typography.ts'
import { CaptchaNotice } from './captcha-notice.tsx'
import { getFieldsToRestore, keepText } from './contact-draft.ts'
import { CharacterCount, FormField, scrollToField } from './form-field.tsx'
import { getFieldErrors, useMessageSending } from './use-message-sending.ts'

interface ContactFormProps {
  readonly content: ContactContent
  readonly texts: InterfaceTexts
  readonly storages: BrowserStorages
  readonly onSent: () => void
}

/**
 * The contact form (requirements §2, §5). A field is validated when it loses the focus, and from then on at each
 * change. A submit validates all fields and focuses the first invalid one. The inputs are uncontrolled, so that text
 * typed before hydration stays; if React cannot hydrate the page, it is moved. Without JavaScript, the form opens the visitor's mail program.
 */
export function ContactForm({ content, texts, storages, onSent }: ContactFormProps) {
  const { register, handleSubmit, control, formState, getValues, setValue, setError } = useForm({
    resolver: zodResolver(contactMessageSchema),
    mode: 'onTouched',
    shouldFocusError: false, // see focusField
  })
  const { errors } = formState
  const formRef = useRef<HTMLFormElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const isHydrated = useIsHydrated()
  const prerendered = usePrerenderedForm(FORM_ID)
  const { session } = storages

  const focusField = (name: keyof ContactMessage | undefined) => {
    const control = formRef.current?.querySelector<HTMLElement>(`[name='${name}']`)
    control?.focus({ preventScroll: true })
    if (control) scrollToField(control)
  }
  const onInvalid = (invalid: FieldErrors<ContactMessage>) => focusField(CONTACT_FIELDS.find((name) => invalid[name]))
  const onError = (error: unknown) => {
    const fieldErrors = getFieldErrors(error)
    for (const [name, error] of fieldErrors) setError(name, { message: error })
    focusField(fieldErrors[0]?.[0])
  }
  const onKeyUp = ({ key, target }: KeyboardEvent) => {
    if (key === 'Tab' && target instanceof Element) scrollToField(target)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    copyText(event.currentTarget, setValue) // some browsers fill in fields without an event
    keepText(session, getValues(), performance.timeOrigin)
    return handleSubmit(onValid, onInvalid)(event)
  }
  const { state, send } = useMessageSending({ content, storages, closeLabel: texts.close, onSent, onError })
  const onValid = (message: ContactMessage) =>
    send({ ...message, website: formRef.current ? readHoneypot(formRef.current) : '' })

  useEffect(() => {
    const form = formRef.current
    if (!form) return
    if (prerendered && prerendered.form !== form) moveInput(prerendered, form, setValue)
    const restored = getFieldsToRestore(session, getValues())
    for (const [name, text] of restored) setValue(name, text)
    keepText(session, getValues(), performance.timeOrigin) // typed before hydration, but not before the page load
    // The visitor submitted the form before hydration: the start script marked it (src/start-script.ts). If fields were
    // restored from the draft, the visitor has not seen that text yet, and the form is not submitted.
    if (prerendered?.form.dataset.wanted === undefined) return
    delete prerendered.form.dataset.wanted
    buttonRef.current?.removeAttribute('aria-busy')
    if (restored.length === 0) form.requestSubmit()
  }, [prerendered, session, getValues, setValue])

  return (
    <>
      <form
        ref={formRef}
        id={FORM_ID}
        className={root}
        action={`mailto:${content.email}`}
        method="post"
        encType="text/plain"
        noValidate
        onChange={() => keepText(session, getValues(), Date.now())}
        onKeyUp={onKeyUp}
        onSubmit={onSubmit}
      >
        {CONTACT_LINES.map((name) => (
          <FormField key={name} label={content[contactInputs[name].label]} error={errors[name]?.message} span="half">
            {(field) => (
              <input
                {...field}
                {...register(name)}
                {...contactInputs[name].attributes}
                placeholder={content[contactInputs[name].placeholder]}
                required={!contactMessageSchema.shape[name].safeParse('').success}
              />
            )}
          </FormField>
        ))}
        <FormField
          label={content.messageLabel}
          error={errors.message?.message}
          note={<CharacterCount control={control} />}
        >
          {(field) => (
            <textarea {...field} {...register('message')} placeholder={content.messagePlaceholder} required />
          )}
        </FormField>
        {isHydrated && <Honeypot />}
        <button ref={buttonRef} className={submitButton} type="submit" aria-disabled={state !== 'ready'}>
          {state === 'starting' || state === 'sending' ? content.sendingLabel : content.sendLabel}
        </button>
        <CaptchaNotice content={content} newTabLabel={texts.newTab} />
      </form>
      <LoadingOverlay isLoading={state === 'sending'} text={texts.loading} />
    </>
  )
}

const FORM_ID = 'contact-form'

/** Copies the text of all fields of a form. */
function copyText(form: HTMLFormElement, setValue: UseFormSetValue<ContactMessage>): void {
  const fields = new FormData(form)
  for (const name of CONTACT_FIELDS) setValue(name, String(fields.get(name) ?? ''))
}

/** Moves text and focus from the form that the visitor has used into the one that replaced it. */
function moveInput(
  { form, focused }: PrerenderedForm,
  to: HTMLFormElement,
  setValue: UseFormSetValue<ContactMessage>,
): void {
  copyText(form, setValue)
  if (!isTextControl(focused)) return
  const control = to.elements.namedItem(focused.name)
  if (!isTextControl(control)) return
  control.focus({ preventScroll: true })
  // `null` for the email address, whose selection browsers do not tell.
  if (focused.selectionStart !== null) control.setSelectionRange(focused.selectionStart, focused.selectionEnd)
}

const isTextControl = (control: unknown): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement

const root = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space.md}px;
  margin-block-start: ${space.lg}px;

  ${upToWidth('phone')} {
    grid-template-columns: minmax(0, 1fr);
  }

  ${print} {
    display: none;
  }
`

const submitButton = css`
  ${solidButtonStyle}
  grid-column: 1 / -1;
  justify-self: start;
  min-block-size: ${size.field}px;
  padding-block: ${space.xs}px;
  font-size: ${rem(18)};
`

/**
 * A field that is hidden from people and screen readers: only bots fill it. The attributes exclude password managers.
 */
const Honeypot = () => (
  <div className={visuallyHidden} aria-hidden="true">
    <label>
      <span>Website</span>
      <input
        name={HONEYPOT_NAME}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
      />
    </label>
  </div>
)

const readHoneypot = (form: HTMLFormElement): string => String(new FormData(form).get(HONEYPOT_NAME) ?? '')

const HONEYPOT_NAME = 'website'
