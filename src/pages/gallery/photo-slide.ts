import type { GenericSlide } from 'yet-another-react-lightbox'
import type { GalleryImage } from '#src/content/gallery.ts'

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    photo: PhotoSlide
  }
}

/** A slide of the lightbox that shows one of our photographs in our own way. */
export interface PhotoSlide extends GenericSlide {
  readonly type: 'photo'
  readonly photo: GalleryImage
}
