import type { ContentType } from '#cms/model/field-definitions.ts'
import { getValidations } from '#cms/model/get-validations.ts'
import { model } from '#cms/model/model.gen.ts'
import type { PictureName } from '#cms/pictures/picture-rules.ts'

/** The differences between photos and logos. */
export interface PictureType {
  /** The name in messages. */
  readonly name: PictureName
  /** The prefix of ids, before the hash. */
  readonly idPrefix: string
  /** The content type of the picture’s entry. */
  readonly type: 'galleryImage' | 'affiliation'
  readonly pictureField: string
  /** The other fields of the entry, by their CSV column. */
  readonly columns: Readonly<Record<string, { readonly field: string; readonly isRequired: boolean }>>
  readonly page: PageList
}

/** The list field of the page that shows the pictures. There is one entry of its content type. */
export interface PageList {
  readonly type: keyof typeof model
  readonly field: string
  /** The name in messages, for example `gallery`. */
  readonly name: string
  readonly maxItems: number
}

export const PHOTO_TYPE: PictureType = {
  name: 'photograph',
  idPrefix: 'photo',
  type: 'galleryImage',
  pictureField: 'photo',
  columns: {
    alt: { field: 'altText', isRequired: true },
    caption: { field: 'caption', isRequired: false },
    focalPoint: { field: 'focalPoint', isRequired: false },
  },
  page: { type: 'galleryPage', field: 'images', name: 'gallery', maxItems: getMaxLinks(model.galleryPage, 'images') },
}

export const LOGO_TYPE: PictureType = {
  name: 'logo',
  idPrefix: 'logo',
  type: 'affiliation',
  pictureField: 'logo',
  columns: {
    name: { field: 'name', isRequired: true },
    kind: { field: 'kind', isRequired: true },
    link: { field: 'link', isRequired: true },
  },
  page: {
    type: 'servicesPage',
    field: 'affiliations',
    name: 'list of affiliations',
    maxItems: getMaxLinks(model.servicesPage, 'affiliations'),
  },
}

/** The picture types of the desk, in the order of their buttons. */
export const PICTURE_TYPES: readonly PictureType[] = [PHOTO_TYPE, LOGO_TYPE]

/** Returns the path of a picture type in the app, for example `/logos`. */
export const formatAppPath = ({ name }: PictureType): string => `/${name}s`

/** Returns the picture type of the path that the app is opened with; the first one for other paths. */
export const parseAppPath = (path: unknown): PictureType =>
  PICTURE_TYPES.find((type) => path === formatAppPath(type)) ?? PHOTO_TYPE

function getMaxLinks(type: ContentType, name: string): number {
  return getValidations(type, name).find(({ size }) => size)?.size?.max ?? Number.POSITIVE_INFINITY
}
