import { useState } from 'react'

/** The form of the prerendered page. */
export interface PrerenderedForm {
  readonly form: HTMLFormElement
  /** The control that had the focus. */
  readonly focused: Element | null
}

/**
 * Returns the form that the page had before it is hydrated, `undefined` after a client-side navigation. React replaces it
 * by a new one if it cannot hydrate the page, because an extension or a translator has changed it. The replaced form has
 * what the visitor typed, and the mark of the start script if it was submitted (src/start-script.ts).
 */
export function usePrerenderedForm(id: string): PrerenderedForm | undefined {
  const [prerendered] = useState(() => {
    if (typeof document === 'undefined') return undefined // in a build
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return undefined
    return { form, focused: form.contains(document.activeElement) ? document.activeElement : null }
  })
  return prerendered
}
