import { breakpoint } from '#src/theme/tokens.ts'

/** Wide, and with a pointer that can rest on a panel: only there its text waits for that. A finger finds it shown. */
export const wideHover = `@media screen and (width > ${breakpoint.tablet}px) and (hover: hover)`
