import { FOCAL_POINT_PATTERN } from '#shared/constants.ts'

/** What stays visible where a picture is cut: whole per cent from the left and from the top. */
export interface FocalPoint {
  readonly x: number
  readonly y: number
}

export const MIDDLE: FocalPoint = { x: 50, y: 50 }

/** Parses the text of the field, for example `30% 70%`. Without one, or with an invalid one, the site shows the middle. */
export function parseFocalPoint(text: string | null | undefined): FocalPoint {
  const [, x, y] = FOCAL_POINT_PATTERN.exec(text ?? '') ?? []
  return x && y ? { x: Number(x), y: Number(y) } : MIDDLE
}

/** Whether a text is a focal point, so that the site uses it. */
export const isFocalPoint = (text: string): boolean => FOCAL_POINT_PATTERN.test(text)

/** Formats a focal point for the field and for CSS. */
export const formatFocalPoint = ({ x, y }: FocalPoint): string => `${x}% ${y}%`

/** Describes a focal point to people. */
export const describeFocalPoint = ({ x, y }: FocalPoint): string => `${x}% from the left, ${y}% from the top`

/** Returns the focal point at a position on the screen; the nearest one if the position is beyond the picture. */
export const getFocalPointAt = (
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
): FocalPoint => ({ x: toPercent((clientX - left) / width), y: toPercent((clientY - top) / height) })

const toPercent = (part: number) => Math.min(100, Math.max(0, Math.round(part * 100)))

/**
 * Returns the position around which the share picture is cut. Contentful cuts it around one of nine areas
 * (docs/contentful.md, Images API), of which the site takes the nearest.
 */
export const getSharePosition = ({ x, y }: FocalPoint): FocalPoint => ({
  x: Math.round(x / 50) * 50,
  y: Math.round(y / 50) * 50,
})
