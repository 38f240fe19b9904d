import { visuallyHidden } from '#src/components/visually-hidden.ts'

/** A field that people neither see nor reach: only programs fill it, and password managers are asked not to. No word of it is read by anybody. */
export const Honeypot = () => (
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
export const readHoneypot = (form: HTMLFormElement): string => String(new FormData(form).get(HONEYPOT) ?? '')

const HONEYPOT = 'website'
