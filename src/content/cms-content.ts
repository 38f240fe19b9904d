import { type CmsResponse, fetchFromCms, type GraphqlEndpoint } from './cms-request.ts'
import { contactContent } from './contact.ts'
import { type ContentDefinition, mapSeed } from './content-definition.ts'
import { galleryContent } from './gallery.ts'
import { homeContent } from './home.ts'
import { mainlineContent } from './mainline.ts'
import { servicesContent } from './services.ts'
import { siteContent } from './site.ts'

/** The content of each page, and `site`, which every page shows. */
const contents = {
  site: siteContent,
  home: homeContent,
  gallery: galleryContent,
  services: servicesContent,
  mainline: mainlineContent,
  contact: contactContent,
}

export type ContentName = keyof typeof contents

type ResponseByName = { readonly [Name in ContentName]: (typeof contents)[Name]['fallback'] }

/** Validated and mapped content. */
export type ContentByName = { readonly [Name in ContentName]: ReturnType<(typeof contents)[Name]['map']> }

const definitions: {
  readonly [Name in ContentName]: ContentDefinition<ResponseByName[Name], ContentByName[Name]>
} = contents

export const isContentName = (name: string): name is ContentName => Object.hasOwn(contents, name)

/** Reads content from the CMS. Throws if the CMS does not respond with data. */
export const fetchCmsContent = <Name extends ContentName>(
  name: Name,
  endpoint: GraphqlEndpoint,
  signal?: AbortSignal,
): Promise<CmsResponse<ResponseByName[Name], ContentByName[Name]>> => fetchFromCms(definitions[name], endpoint, signal)

/** Maps the content of the seed. */
export const mapSeedContent = <Name extends ContentName>(name: Name): ContentByName[Name] => mapSeed(definitions[name])

export const contentNames = Object.keys(contents).filter(isContentName)
