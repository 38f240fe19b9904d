/** Matches controls into which keys write. */
export const TEXT_CONTROLS =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])'

/** Moves the focus to the first text with a problem in a part of the page, else to its first text or what is marked for it. */
export function focusFirstText(part: Element | null | undefined): void {
  const controls = [...(part?.querySelectorAll<HTMLElement>(`${TEXT_CONTROLS}, [data-has-focus-first]`) ?? [])]
  const invalid = controls.find((control) => control.matches(':invalid, [aria-invalid="true"]'))
  const first = invalid ?? controls[0]
  first?.focus()
}
