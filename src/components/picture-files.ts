/** A picture in every form a browser may want; the sizes are those of the largest file. */
export interface PictureFiles extends PictureSources {
  /** px */
  readonly width: number
  /** px */
  readonly height: number
  readonly alt: string
  /** What stays in sight where the picture is cut, as CSS writes a position; the middle without it. */
  readonly focalPoint?: string | undefined
  /** The same picture from another host, for when the first one is gone. */
  readonly fallback?: PictureSources
  /** A drawing may name no size of its own: it keeps the one that is told here. */
  readonly isSvg?: boolean
  /** CSS colour that stands in while the picture loads. */
  readonly color?: string | undefined
}

interface PictureSources {
  readonly src: string
  /** Best first, each with its own srcset. */
  readonly sources: readonly { readonly type: `image/${string}`; readonly srcSet: string }[]
}
