import { zodResolver } from '@hookform/resolvers/zod'
import { css } from 'linaria'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { type ContactMessage, contactMessageSchema } from '#server/api/contract.ts'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import type { ContactContent } from '#src/content/contact.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'
import { CaptchaNotice } from './captcha-notice.tsx'
import { useContactDraft } from './contact-draft.ts'
import { CharacterCount, FormField } from './form-field.tsx'
import { getFieldErrors } from './submission-texts.ts'
import { useContactSubmission } from './use-contact-submission.ts'

interface ContactFormProps {
  readonly content: ContactContent
  readonly texts: InterfaceTexts
  readonly onSent: () => void
}

/**
 * The message to the office (requirements §2, §5). Errors show once a field has been left, and follow the typing from then on;
 * a submit shows them all, and the focus goes to the first. The fields are the page's own: what somebody typed before
 * this script ran stays. Without the script, the form opens the visitor's mail program.
 */
export function ContactForm({ content, texts, onSent }: ContactFormProps) {
  const { register, handleSubmit, control, formState, getValues, setValue, setError } = useForm({
    resolver: zodResolver(contactMessageSchema),
    mode: 'onTouched',
  })
  const { errors } = formState
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hasScript = useIsHydrated()
  const { keep, restore } = useContactDraft({ getValues, setValue })
  const onError = (cause: unknown) => {
    for (const [index, [name, error]] of getFieldErrors(cause).entries())
      setError(name, { message: error }, { shouldFocus: index === 0 })
  }
  const { submit, isSubmitting, isUnderWay } = useContactSubmission({
    content,
    closeLabel: texts.close,
    onSent,
    onError,
  })
  const onValid = (message: ContactMessage) =>
    submit({ ...message, website: form.current ? readHoneypot(form.current) : '' })

  // Somebody sent it before this script ran; the page's start script kept that for us (src/start-script.ts). What comes
  // back from before a reload was not in the fields then, and waits until somebody has seen it.
  useEffect(() => {
    const hasMore = restore()
    if (form.current?.dataset.wanted === undefined) return
    delete form.current.dataset.wanted
    button.current?.removeAttribute('aria-busy')
    if (!hasMore) form.current.requestSubmit()
  }, [restore])

  return (
    <form
      ref={form}
      className={layout}
      action={`mailto:${content.email}`}
      method="post"
      encType="text/plain"
      noValidate
      onChange={keep}
      onSubmit={handleSubmit(onValid)}
    >
      <FormField label={content.nameLabel} error={errors.name?.message} span="half">
        {(field) => (
          <input
            {...field}
            {...register('name')}
            type="text"
            placeholder={content.namePlaceholder}
            autoComplete="name"
            autoCapitalize="words"
            required
          />
        )}
      </FormField>
      <FormField label={content.emailLabel} error={errors.email?.message} span="half">
        {(field) => (
          <input
            {...field}
            {...register('email')}
            type="email"
            placeholder={content.emailPlaceholder}
            autoComplete="email"
            inputMode="email"
            required
          />
        )}
      </FormField>
      <FormField
        label={content.messageLabel}
        error={errors.message?.message}
        note={<CharacterCount control={control} />}
      >
        {(field) => <textarea {...field} {...register('message')} placeholder={content.messagePlaceholder} required />}
      </FormField>
      {hasScript && <Honeypot />}
      <button ref={button} className={send} type="submit" aria-disabled={isSubmitting}>
        {isUnderWay ? content.sendingLabel : content.sendLabel}
      </button>
      <CaptchaNotice content={content} newTabLabel={texts.newTab} />
    </form>
  )
}

const layout = css`
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

const send = css`
  ${labelStyle}
  grid-column: 1 / -1;
  justify-self: start;
  min-block-size: ${size.field}px;
  padding: ${space.xs}px 36px;
  background: ${color.ink};
  color: ${color.bone};
  font-size: 18px;
  transition: background-color ${duration.hover}ms;

  &:hover {
    background: ${color.steel};
  }

  &:is([aria-busy='true'], [aria-disabled='true']) {
    background: ${color.steel};
    cursor: progress;
  }
`

/** A field that people neither see nor reach: only programs fill it, and password managers are asked not to. No word of it is read by anybody. */
const Honeypot = () => (
  <div className={visuallyHidden} aria-hidden="true">
    <label>
      Website
      <input
        name={HONEYPOT}
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

/** What stands in the form's honeypot. */
const readHoneypot = (form: HTMLFormElement): string => String(new FormData(form).get(HONEYPOT) ?? '')

const HONEYPOT = 'website'
