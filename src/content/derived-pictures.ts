/** Size in px and format of the picture in shared links. Social networks require JPEG and crop other aspect ratios. */
export const SHARE_IMAGE = { width: 1_200, height: 630, format: 'jpg' } as const

/** Sizes in px of the two files of a photo without responsive sources (requirements §3). */
export const NON_RESPONSIVE_PHOTO = { width: 1_440, height: 960, preview: 640 } as const

/** File names below <asset prefix>/derived/ of photo `number` of the generated gallery, counted from 1. */
export function getNonResponsiveFiles(number: number) {
  const id = `gallery-${String(number).padStart(3, '0')}`
  return { id, large: `${id}.webp`, preview: `${id}-preview.webp` }
}

const FOCUS_AREAS = [
  ['top_left', 'top', 'top_right'],
  ['left', 'center', 'right'],
  ['bottom_left', 'bottom', 'bottom_right'],
] as const

/** A focus area of Contentful's Images API (parameter `f`). */
export type FocusArea = (typeof FOCUS_AREAS)[number][number]

/**
 * Returns the focus area nearest to a focal point (`30% 70%`). The Images API crops around one of nine areas
 * (docs/contentful.md, Images API).
 */
export function getFocusArea(focalPoint: string | null | undefined): FocusArea {
  const [column, row] = (focalPoint ?? '50% 50%').split(' ').map((part) => Math.round(Number.parseInt(part, 10) / 50))
  const areas = FOCUS_AREAS[row ?? 1] ?? FOCUS_AREAS[1]
  return areas[column ?? 1] ?? 'center'
}

/** Returns the part of a share image's file name with its size and crop: `1200x630` or `1200x630-top_left`. */
export const getShareImageSuffix = (area: FocusArea): string =>
  `${SHARE_IMAGE.width}x${SHARE_IMAGE.height}${area === 'center' ? '' : `-${area}`}`
