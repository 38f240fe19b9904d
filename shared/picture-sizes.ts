/**
 * Widths in px of the files of a picture. A picture has the files up to its own width. Browsers load the smallest file that
 * is not narrower than the displayed picture (record 10).
 */
export const PICTURE_WIDTHS = [320, 540, 640, 960, 1440, 1920] as const

/** Best compression first; all supported browsers can show the last one. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** Quality settings of the encoders, of 100. The scales differ between formats: record 10 compares them. */
export const PICTURE_QUALITY = { avif: 50, webp: 70, jpg: 80 } as const
