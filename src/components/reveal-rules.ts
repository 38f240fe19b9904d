import { size } from '#src/theme/tokens.ts'

/** Whether any of a block is, or was, on the screen: its top is above the lower edge. */
export const hasEnteredViewport = ({ top }: { readonly top: number }, screen: number) => top < screen

/** The share of a block that has to be seen: the wanted one, or, of a block too tall for that, what fits under the bar. */
export const getVisibleThreshold = (wanted: number, height: number, screen: number) =>
  Math.min(wanted, Math.max(0, screen - size.navigationBar) / Math.max(1, height))
