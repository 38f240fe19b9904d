import { SHARE_IMAGE } from './picture-sizes.ts'

/** Contentful's Images API cuts a picture around one of nine points (docs/contentful.md, Images API): the nearest to the editors'. */
export function getFocusArea(focalPoint: string | null | undefined): FocusArea {
  const [left, top] = (focalPoint ?? '50% 50%').split(' ').map((part) => Math.round(Number.parseInt(part, 10) / 50))
  const row = ROWS[top ?? 1] ?? ROWS[1]
  return row[left ?? 1] ?? 'center'
}

export type FocusArea = (typeof ROWS)[number][number]

const ROWS = [
  ['top_left', 'top', 'top_right'],
  ['left', 'center', 'right'],
  ['bottom_left', 'bottom', 'bottom_right'],
] as const

/** In the name of the derived file that a shared link shows: `1200x630`, `1200x630-top_left`. */
export const getShareImageSuffix = (focus: FocusArea): string =>
  `${SHARE_IMAGE.width}x${SHARE_IMAGE.height}${focus === 'center' ? '' : `-${focus}`}`
