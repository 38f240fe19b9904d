import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { VIEW_IDS } from './view-navigation.ts'

/** The picture types of the desk, in the order of their buttons. */
export const PICTURE_TYPES: readonly PictureType[] = [PHOTO_TYPE, LOGO_TYPE]

/** Returns the path of a picture type in the app, for example `/logos`. */
export const getDeskPath = ({ name }: PictureType): string => `/${name}s`

/**
 * Parses the path that the app is opened with, for example `/logos` or `/photographs/texts`. An unknown part selects the first
 * picture type or view: links of other versions of the app still open it.
 */
export function parseDeskPath(path: unknown) {
  const [typeName, viewName] = typeof path === 'string' ? path.split(/[?#]/, 1).join().split('/').filter(Boolean) : []
  return {
    pictureType: PICTURE_TYPES.find(({ name }) => typeName === `${name}s`) ?? PHOTO_TYPE,
    viewId: VIEW_IDS.find((id) => id === viewName) ?? 'add',
  }
}
