import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from './picture-type.ts'

/** The picture types of the desk, in the order of their buttons. */
export const PICTURE_TYPES: readonly PictureType[] = [PHOTO_TYPE, LOGO_TYPE]

/** Returns the path of a picture type in the app, for example `/logos`. */
export const getDeskPath = ({ name }: PictureType): string => `/${name}s`

/** Returns the picture type of the path that the app is opened with; the first one for other paths. */
export const parseDeskPath = (path: unknown): PictureType =>
  PICTURE_TYPES.find((type) => path === getDeskPath(type)) ?? PHOTO_TYPE
