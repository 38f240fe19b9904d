/** px; a photograph is made in those of them that it fills. */
export const WIDTHS = [320, 640, 960, 1440, 1920] as const

/** Best first; every browser that runs the site takes the last one. */
export const FORMATS = ['avif', 'webp'] as const

/** Of 100; the formats' scales are not the same, what is seen is. */
export const QUALITY = { avif: 50, webp: 70, jpg: 80 } as const

/** The file that a shared link shows: networks want JPEG, 1,200 px wide. */
export const SHARED = { width: 1_200, format: 'jpg' } as const
