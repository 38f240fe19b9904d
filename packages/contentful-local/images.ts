/** Derives pictures as Contentful's Images API does, and caches them in a folder. */
export { parseImageParameters } from './images/image-parameters.ts'
export {
  openPictureCache,
  PictureCacheError,
  PictureChangedError,
  type PictureDerivation,
  type SourcePicture,
  UnreadablePictureError,
} from './images/picture-cache.ts'
