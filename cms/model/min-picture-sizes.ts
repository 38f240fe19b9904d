/** The minimum size of an upright picture, in px. */
export interface MinPictureSize {
  /** For a picture that fills a place of a known width. */
  readonly width?: number
  /** For a picture that is shown whole, in landscape or portrait format. */
  readonly longerSide?: number
}

/**
 * The gallery's photo dialog shows the whole photo: a landscape is as wide as the screen, a portrait as high. The width
 * is for the thumbnails, which are cut to 3:2 and at most 640 px wide.
 */
export const MIN_PHOTO_SIZE: MinPictureSize = { longerSide: 1_440, width: 640 }

/** A logo is shown whole, at most 175 px wide and 90 px high. */
export const MIN_LOGO_SIZE: MinPictureSize = { longerSide: 400 }

/** By content type and field. The help texts of the fields contain the same numbers. */
export const MIN_PICTURE_SIZES: Readonly<Record<string, MinPictureSize>> = {
  'galleryImage.photo': MIN_PHOTO_SIZE,
  'affiliation.logo': MIN_LOGO_SIZE,
  'pipelineStage.image': { width: 1_440 },
  'servicePanel.image': { width: 1_600 },
  'mainlinePage.headerImage': { width: 1_920 },
  'contactPage.mapImage': { width: 1_920 },
  'videoHero.poster': { width: 1_920 },
  'seo.shareImage': { width: 1_200 },
}

interface PictureSize {
  /** px */
  readonly width: number
  readonly height: number
}

/** Whether a picture looks blurred where it is shown. */
export const isTooSmall = ({ width, height }: PictureSize, min: MinPictureSize): boolean =>
  width < (min.width ?? 0) || Math.max(width, height) < (min.longerSide ?? 0)

/** Formats a size for messages: `960 px wide and 1440 px high`. */
export const formatSize = ({ width, height }: PictureSize) => `${width} px wide and ${height} px high`

/** Formats a minimum for messages: `at least 1440 px on the longer side and 640 px wide`. */
export function formatMinSize({ width, longerSide }: MinPictureSize): string {
  const parts = [
    ...(longerSide === undefined ? [] : [`${longerSide} px on the longer side`]),
    ...(width === undefined ? [] : [`${width} px wide`]),
  ]
  return `at least ${parts.join(' and ')}`
}
