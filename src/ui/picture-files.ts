/** A picture in every form a browser may want; the sizes are those of the largest file. */
export interface PictureFiles extends PictureSources {
  /** px */
  readonly width: number
  /** px */
  readonly height: number
  readonly alt: string
  /** The same picture from another host, for when the first one is gone. */
  readonly standIn?: PictureSources
  /** CSS colour that stands in while the picture loads. */
  readonly color?: string | undefined
}

interface PictureSources {
  readonly src: string
  /** Best first, each with its own srcset. */
  readonly sources: readonly { readonly type: `image/${string}`; readonly srcSet: string }[]
}
