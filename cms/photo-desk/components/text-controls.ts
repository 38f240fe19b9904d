/** Matches controls into which keys write. */
export const TEXT_CONTROLS =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])'

/** Moves the focus to the first text with a problem in a part of the page, or to its first text. */
export function focusFirstText(part: Element | null | undefined): void {
  const texts = [...(part?.querySelectorAll<HTMLElement>(TEXT_CONTROLS) ?? [])]
  const invalid = texts.find((text) => text.matches(':invalid, [aria-invalid="true"]'))
  const text = invalid ?? texts[0]
  text?.focus()
}
