import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import { getFieldRules } from '#cms/seed/field-rules.ts'
import { createLogoMaster, createPhotoMaster, type MasterImage } from './picture-masters.ts'

/** What differs between photographs and logos. */
export interface PictureType {
  /** Before the hash in an id. */
  readonly idPrefix: string
  /** Of the entry that shows the picture. */
  readonly type: 'galleryImage' | 'affiliation'
  readonly pictureField: string
  /** Its other fields, by the heading that they have in a CSV file. */
  readonly columns: Readonly<Record<string, TextField>>
  readonly page: PageList
  readonly createMaster: (content: Buffer) => Promise<MasterImage>
  /** Of a master. */
  readonly maxBytes: number
  /** px, of what the space's own pictures are compared by */
  readonly comparisonWidth: number
}

interface TextField {
  readonly field: string
  readonly isRequired: boolean
  /** What is to be entered, in a question. */
  readonly hint: string
}

/** The list in which the site shows the pictures. There is one entry of the type. */
export interface PageList {
  readonly type: keyof typeof model
  readonly field: string
  /** `gallery`: how messages call it. */
  readonly name: string
  readonly maxItems: number
}

export const PHOTO_TYPE: PictureType = {
  idPrefix: 'photo',
  type: 'galleryImage',
  pictureField: 'photo',
  columns: {
    alt: { field: 'altText', isRequired: true, hint: 'what somebody who cannot see it should know' },
    caption: { field: 'caption', isRequired: false, hint: 'shown under it' },
    focalPoint: { field: 'focalPoint', isRequired: false, hint: 'as in 30% 70%' },
  },
  page: { type: 'galleryPage', field: 'images', name: 'gallery', maxItems: mostLinks(model.galleryPage, 'images') },
  createMaster: createPhotoMaster,
  maxBytes: mostBytes(model.galleryImage, 'photo'),
  comparisonWidth: 64,
}

export const LOGO_TYPE: PictureType = {
  idPrefix: 'logo',
  type: 'affiliation',
  pictureField: 'logo',
  columns: {
    name: { field: 'name', isRequired: true, hint: 'the organization’s full name' },
    kind: { field: 'kind', isRequired: true, hint: kindsOfAffiliations().join(', ') },
    link: { field: 'link', isRequired: true, hint: 'https://…' },
  },
  page: {
    type: 'servicesPage',
    field: 'affiliations',
    name: 'list of affiliations',
    maxItems: mostLinks(model.servicesPage, 'affiliations'),
  },
  createMaster: createLogoMaster,
  maxBytes: mostBytes(model.affiliation, 'logo'),
  // Their letters tell them apart.
  comparisonWidth: 320,
}

/** What a CSV file says of one picture, by field; `null` where it leaves one empty. */
export type PictureTexts = Readonly<Record<string, string | null>>

/** The text that names the picture: of its file in the media library. */
export const getAssetTitle = ({ columns }: PictureType, texts: PictureTexts): string | null => {
  const [first] = Object.values(columns)
  return first ? (texts[first.field] ?? null) : null
}

function mostLinks(type: ContentType, name: string): number {
  return rulesOn(type, name).find(({ size }) => size)?.size?.max ?? Number.POSITIVE_INFINITY
}

function mostBytes(type: ContentType, name: string): number {
  return rulesOn(type, name).find(({ assetFileSize }) => assetFileSize)?.assetFileSize?.max ?? Number.POSITIVE_INFINITY
}

function kindsOfAffiliations(): readonly string[] {
  return rulesOn(model.affiliation, 'kind').flatMap((rule) => rule.in ?? [])
}

function rulesOn({ fields }: ContentType, name: string) {
  const field = fields[name]
  return field ? getFieldRules(field) : []
}
