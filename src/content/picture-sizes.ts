/** px; a photograph is made in those of them that it fills. */
export const PICTURE_WIDTHS = [320, 640, 960, 1440, 1920] as const

/** Best first; every browser that runs the site takes the last one. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** Of 100; the formats' scales are not the same, what is seen is. */
export const PICTURE_QUALITY = { avif: 50, webp: 70, jpg: 80 } as const

/** px; the file that a shared link shows: networks want JPEG of this shape, and crop what has another. */
export const SHARE_IMAGE = { width: 1_200, height: 630, format: 'jpg' } as const

/** px; the two files of a photograph without responsive sources (requirements §3). */
export const NON_RESPONSIVE_PHOTO = { width: 1_440, height: 960, preview: 640 } as const

/** Their names below <asset prefix>/derived/, of the n-th photograph of the dynamic gallery. */
export function getNonResponsiveFiles(number: number) {
  const id = `gallery-${String(number).padStart(3, '0')}`
  return { id, large: `${id}.webp`, preview: `${id}-preview.webp` }
}
