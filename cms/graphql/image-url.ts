/** `ImageTransformOptions` as a query gives them. */
export interface ImageTransform {
  readonly width?: number | null
  readonly height?: number | null
  readonly quality?: number | null
  readonly cornerRadius?: number | null
  readonly backgroundColor?: string | null
  readonly resizeStrategy?: string | null
  readonly resizeFocus?: string | null
  readonly format?: string | null
}

/** GraphQL's word for the largest radius. */
const ELLIPSE = -1

/** Two of GraphQL's formats are a format and a flag in the Images API. */
const FLAGGED: Readonly<Record<string, readonly [format: string, flag: string]>> = {
  JPG_PROGRESSIVE: ['jpg', 'progressive'],
  PNG8: ['png', 'png8'],
}

/** The address of a derivative: the Images API's parameters behind the file's own address. */
export function createTransformedUrl(url: string, transform: ImageTransform): string {
  const [format, flag] = FLAGGED[transform.format ?? ''] ?? [transform.format?.toLowerCase()]
  const parameters = Object.entries({
    w: transform.width,
    h: transform.height,
    fit: transform.resizeStrategy === 'FIT' ? undefined : transform.resizeStrategy?.toLowerCase(),
    f: transform.resizeFocus?.toLowerCase(),
    r: transform.cornerRadius === ELLIPSE ? 'max' : transform.cornerRadius,
    q: transform.quality,
    bg: transform.backgroundColor,
    fm: format,
    fl: flag,
  }).filter(([, value]) => value !== undefined && value !== null)
  if (parameters.length === 0) return url
  return `${url}?${parameters.map(([name, value]) => `${name}=${value}`).join('&')}`
}
