/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type RedirectsQueryVariables = Exact<{ [key: string]: never; }>;


export type RedirectsQuery = { redirectCollection: { items: Array<{ from: string | null, to: string | null, isPermanent: boolean | null, sys: { id: string } } | null> } | null };

export type SiteQueryVariables = Exact<{ [key: string]: never; }>;


export type SiteQuery = { siteSettingsCollection: { items: Array<{ companyName: string | null, shortName: string | null, tagline: string | null, exploreHeading: string | null, socialHeading: string | null, facebookUrl: string | null, linkedinUrl: string | null, copyright: string | null, sys: { id: string }, logo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null, navigationCollection: { items: Array<{ name: string | null, route: string | null, isEnabled: boolean | null, sys: { id: string } } | null> } | null, interfaceTexts: { loading: string | null, skipToContent: string | null, mainNavigation: string | null, openMenu: string | null, closeMenu: string | null, pauseVideo: string | null, playVideo: string | null, videoUnsupported: string | null, videoFailed: string | null, watchOnVimeo: string | null, close: string | null, newTab: string | null, photoCount: string | null, previousPhoto: string | null, nextPhoto: string | null, photoPosition: string | null, allPhotos: string | null, zoomIn: string | null, zoomOut: string | null, photoFailed: string | null, pageUpdated: string | null, reload: string | null, offline: string | null, sys: { id: string } } | null } | null> } | null };

export type ImageFragment = { url: string | null, width: number | null, height: number | null, sys: { id: string } };

export type AssetFileFragment = { url: string | null, sys: { id: string } };

export type AffiliationFragment = { name: string | null, kind: string | null, link: string | null, sys: { id: string }, logo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type SeoFragment = { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type VideoHeroFragment = { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type ContactPageFragment = { formTitle: string | null, formText: string | null, nameLabel: string | null, namePlaceholder: string | null, emailLabel: string | null, emailPlaceholder: string | null, messageLabel: string | null, messagePlaceholder: string | null, sendLabel: string | null, sendingLabel: string | null, captchaNotice: string | null, privacyLabel: string | null, termsLabel: string | null, rateLimitText: string | null, offlineText: string | null, sentTitle: string | null, sentText: string | null, officeTitle: string | null, officeStreet: string | null, officeCity: string | null, hoursTitle: string | null, hours: string | null, days: string | null, contactTitle: string | null, email: string | null, phone: string | null, mapLatitude: number | null, mapLongitude: number | null, mapLabel: string | null, mapImageAlt: string | null, focalPoint: string | null, directionsLabel: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, mapImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type FactFragment = { figure: string | null, unit: string | null, text: string | null, sys: { id: string } };

export type GalleryImageFragment = { altText: string | null, focalPoint: string | null, caption: string | null, sys: { id: string }, photo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type GalleryPageFragment = { gridTitle: string | null, photoDialog: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, imagesCollection: { total: number, items: Array<{ altText: string | null, focalPoint: string | null, caption: string | null, sys: { id: string }, photo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null };

export type HomePageFragment = { watchLabel: string | null, filmId: string | null, filmTitle: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, factsCollection: { items: Array<{ figure: string | null, unit: string | null, text: string | null, sys: { id: string } } | null> } | null };

export type InterfaceTextsFragment = { loading: string | null, skipToContent: string | null, mainNavigation: string | null, openMenu: string | null, closeMenu: string | null, pauseVideo: string | null, playVideo: string | null, videoUnsupported: string | null, videoFailed: string | null, watchOnVimeo: string | null, close: string | null, newTab: string | null, photoCount: string | null, previousPhoto: string | null, nextPhoto: string | null, photoPosition: string | null, allPhotos: string | null, zoomIn: string | null, zoomOut: string | null, photoFailed: string | null, pageUpdated: string | null, reload: string | null, offline: string | null, sys: { id: string } };

export type PipelineStageFragment = { label: string | null, imageAlt: string | null, focalPoint: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type MainlinePageFragment = { tagline: string | null, title: string | null, headerImageAlt: string | null, focalPoint: string | null, scopeLabel: string | null, scopeTitle: string | null, scopeText: string | null, footerLine: string | null, homeTitle: string | null, homeText: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, headerImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null, stagesCollection: { items: Array<{ label: string | null, imageAlt: string | null, focalPoint: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null };

export type NavigationItemFragment = { name: string | null, route: string | null, isEnabled: boolean | null, sys: { id: string } };

export type RedirectFragment = { from: string | null, to: string | null, isPermanent: boolean | null, sys: { id: string } };

export type ServicePanelFragment = { header: string | null, title: string | null, text: string | null, imageAlt: string | null, focalPoint: string | null, linkRoute: string | null, linkLabel: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type ServicesPageFragment = { introTitle: string | null, introText: string | null, affiliationsTitle: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, panelsCollection: { items: Array<{ header: string | null, title: string | null, text: string | null, imageAlt: string | null, focalPoint: string | null, linkRoute: string | null, linkLabel: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null, affiliationsCollection: { items: Array<{ name: string | null, kind: string | null, link: string | null, sys: { id: string }, logo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null };

export type SiteSettingsFragment = { companyName: string | null, shortName: string | null, tagline: string | null, exploreHeading: string | null, socialHeading: string | null, facebookUrl: string | null, linkedinUrl: string | null, copyright: string | null, sys: { id: string }, logo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null, navigationCollection: { items: Array<{ name: string | null, route: string | null, isEnabled: boolean | null, sys: { id: string } } | null> } | null, interfaceTexts: { loading: string | null, skipToContent: string | null, mainNavigation: string | null, openMenu: string | null, closeMenu: string | null, pauseVideo: string | null, playVideo: string | null, videoUnsupported: string | null, videoFailed: string | null, watchOnVimeo: string | null, close: string | null, newTab: string | null, photoCount: string | null, previousPhoto: string | null, nextPhoto: string | null, photoPosition: string | null, allPhotos: string | null, zoomIn: string | null, zoomOut: string | null, photoFailed: string | null, pageUpdated: string | null, reload: string | null, offline: string | null, sys: { id: string } } | null };

export type ContactQueryVariables = Exact<{ [key: string]: never; }>;


export type ContactQuery = { contactPageCollection: { items: Array<{ formTitle: string | null, formText: string | null, nameLabel: string | null, namePlaceholder: string | null, emailLabel: string | null, emailPlaceholder: string | null, messageLabel: string | null, messagePlaceholder: string | null, sendLabel: string | null, sendingLabel: string | null, captchaNotice: string | null, privacyLabel: string | null, termsLabel: string | null, rateLimitText: string | null, offlineText: string | null, sentTitle: string | null, sentText: string | null, officeTitle: string | null, officeStreet: string | null, officeCity: string | null, hoursTitle: string | null, hours: string | null, days: string | null, contactTitle: string | null, email: string | null, phone: string | null, mapLatitude: number | null, mapLongitude: number | null, mapLabel: string | null, mapImageAlt: string | null, focalPoint: string | null, directionsLabel: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, mapImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null };

export type GalleryQueryVariables = Exact<{
  skip?: number | null | undefined;
}>;


export type GalleryQuery = { galleryPageCollection: { items: Array<{ gridTitle: string | null, photoDialog: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, imagesCollection: { total: number, items: Array<{ altText: string | null, focalPoint: string | null, caption: string | null, sys: { id: string }, photo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null } | null> } | null };

export type HomeQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeQuery = { homePageCollection: { items: Array<{ watchLabel: string | null, filmId: string | null, filmTitle: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, factsCollection: { items: Array<{ figure: string | null, unit: string | null, text: string | null, sys: { id: string } } | null> } | null } | null> } | null };

export type MainlineQueryVariables = Exact<{ [key: string]: never; }>;


export type MainlineQuery = { mainlinePageCollection: { items: Array<{ tagline: string | null, title: string | null, headerImageAlt: string | null, focalPoint: string | null, scopeLabel: string | null, scopeTitle: string | null, scopeText: string | null, footerLine: string | null, homeTitle: string | null, homeText: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, headerImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null, stagesCollection: { items: Array<{ label: string | null, imageAlt: string | null, focalPoint: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null } | null> } | null };

export type ServicesQueryVariables = Exact<{ [key: string]: never; }>;


export type ServicesQuery = { servicesPageCollection: { items: Array<{ introTitle: string | null, introText: string | null, affiliationsTitle: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, focalPoint: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, panelsCollection: { items: Array<{ header: string | null, title: string | null, text: string | null, imageAlt: string | null, focalPoint: string | null, linkRoute: string | null, linkLabel: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null, affiliationsCollection: { items: Array<{ name: string | null, kind: string | null, link: string | null, sys: { id: string }, logo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null } | null> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ImageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
    `, {"fragmentName":"Image"}) as unknown as TypedDocumentString<ImageFragment, unknown>;
export const SeoFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}`, {"fragmentName":"Seo"}) as unknown as TypedDocumentString<SeoFragment, unknown>;
export const AssetFileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
    `, {"fragmentName":"AssetFile"}) as unknown as TypedDocumentString<AssetFileFragment, unknown>;
export const VideoHeroFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}`, {"fragmentName":"VideoHero"}) as unknown as TypedDocumentString<VideoHeroFragment, unknown>;
export const ContactPageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ContactPage on ContactPage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  formTitle
  formText
  nameLabel
  namePlaceholder
  emailLabel
  emailPlaceholder
  messageLabel
  messagePlaceholder
  sendLabel
  sendingLabel
  captchaNotice
  privacyLabel
  termsLabel
  rateLimitText
  offlineText
  sentTitle
  sentText
  officeTitle
  officeStreet
  officeCity
  hoursTitle
  hours
  days
  contactTitle
  email
  phone
  mapLatitude
  mapLongitude
  mapLabel
  mapImage {
    ...Image
  }
  mapImageAlt
  focalPoint
  directionsLabel
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}`, {"fragmentName":"ContactPage"}) as unknown as TypedDocumentString<ContactPageFragment, unknown>;
export const GalleryImageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment GalleryImage on GalleryImage {
  sys {
    id
  }
  photo {
    ...Image
  }
  altText
  focalPoint
  caption
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}`, {"fragmentName":"GalleryImage"}) as unknown as TypedDocumentString<GalleryImageFragment, unknown>;
export const GalleryPageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment GalleryPage on GalleryPage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  gridTitle
  photoDialog
  imagesCollection(skip: $skip, limit: 1000) {
    total
    items {
      ...GalleryImage
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
fragment GalleryImage on GalleryImage {
  sys {
    id
  }
  photo {
    ...Image
  }
  altText
  focalPoint
  caption
}`, {"fragmentName":"GalleryPage"}) as unknown as TypedDocumentString<GalleryPageFragment, unknown>;
export const FactFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Fact on Fact {
  sys {
    id
  }
  figure
  unit
  text
}
    `, {"fragmentName":"Fact"}) as unknown as TypedDocumentString<FactFragment, unknown>;
export const HomePageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment HomePage on HomePage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  watchLabel
  filmId
  filmTitle
  factsCollection(limit: 4) {
    items {
      ...Fact
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
fragment Fact on Fact {
  sys {
    id
  }
  figure
  unit
  text
}`, {"fragmentName":"HomePage"}) as unknown as TypedDocumentString<HomePageFragment, unknown>;
export const PipelineStageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PipelineStage on PipelineStage {
  sys {
    id
  }
  label
  image {
    ...Image
  }
  imageAlt
  focalPoint
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}`, {"fragmentName":"PipelineStage"}) as unknown as TypedDocumentString<PipelineStageFragment, unknown>;
export const MainlinePageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment MainlinePage on MainlinePage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  tagline
  title
  headerImage {
    ...Image
  }
  headerImageAlt
  focalPoint
  scopeLabel
  scopeTitle
  scopeText
  stagesCollection(limit: 40) {
    items {
      ...PipelineStage
    }
  }
  footerLine
  homeTitle
  homeText
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment PipelineStage on PipelineStage {
  sys {
    id
  }
  label
  image {
    ...Image
  }
  imageAlt
  focalPoint
}`, {"fragmentName":"MainlinePage"}) as unknown as TypedDocumentString<MainlinePageFragment, unknown>;
export const RedirectFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Redirect on Redirect {
  sys {
    id
  }
  from
  to
  isPermanent
}
    `, {"fragmentName":"Redirect"}) as unknown as TypedDocumentString<RedirectFragment, unknown>;
export const ServicePanelFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ServicePanel on ServicePanel {
  sys {
    id
  }
  header
  title
  text
  image {
    ...Image
  }
  imageAlt
  focalPoint
  linkRoute
  linkLabel
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}`, {"fragmentName":"ServicePanel"}) as unknown as TypedDocumentString<ServicePanelFragment, unknown>;
export const AffiliationFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Affiliation on Affiliation {
  sys {
    id
  }
  name
  kind
  logo {
    ...Image
  }
  link
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}`, {"fragmentName":"Affiliation"}) as unknown as TypedDocumentString<AffiliationFragment, unknown>;
export const ServicesPageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ServicesPage on ServicesPage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  introTitle
  introText
  panelsCollection(limit: 6) {
    items {
      ...ServicePanel
    }
  }
  affiliationsTitle
  affiliationsCollection(limit: 60) {
    items {
      ...Affiliation
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Affiliation on Affiliation {
  sys {
    id
  }
  name
  kind
  logo {
    ...Image
  }
  link
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
fragment ServicePanel on ServicePanel {
  sys {
    id
  }
  header
  title
  text
  image {
    ...Image
  }
  imageAlt
  focalPoint
  linkRoute
  linkLabel
}`, {"fragmentName":"ServicesPage"}) as unknown as TypedDocumentString<ServicesPageFragment, unknown>;
export const NavigationItemFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment NavigationItem on NavigationItem {
  sys {
    id
  }
  name
  route
  isEnabled
}
    `, {"fragmentName":"NavigationItem"}) as unknown as TypedDocumentString<NavigationItemFragment, unknown>;
export const InterfaceTextsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment InterfaceTexts on InterfaceTexts {
  sys {
    id
  }
  loading
  skipToContent
  mainNavigation
  openMenu
  closeMenu
  pauseVideo
  playVideo
  videoUnsupported
  videoFailed
  watchOnVimeo
  close
  newTab
  photoCount
  previousPhoto
  nextPhoto
  photoPosition
  allPhotos
  zoomIn
  zoomOut
  photoFailed
  pageUpdated
  reload
  offline
}
    `, {"fragmentName":"InterfaceTexts"}) as unknown as TypedDocumentString<InterfaceTextsFragment, unknown>;
export const SiteSettingsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SiteSettings on SiteSettings {
  sys {
    id
  }
  companyName
  shortName
  tagline
  logo {
    ...Image
  }
  navigationCollection(limit: 8) {
    items {
      ...NavigationItem
    }
  }
  exploreHeading
  socialHeading
  facebookUrl
  linkedinUrl
  copyright
  interfaceTexts {
    ...InterfaceTexts
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment InterfaceTexts on InterfaceTexts {
  sys {
    id
  }
  loading
  skipToContent
  mainNavigation
  openMenu
  closeMenu
  pauseVideo
  playVideo
  videoUnsupported
  videoFailed
  watchOnVimeo
  close
  newTab
  photoCount
  previousPhoto
  nextPhoto
  photoPosition
  allPhotos
  zoomIn
  zoomOut
  photoFailed
  pageUpdated
  reload
  offline
}
fragment NavigationItem on NavigationItem {
  sys {
    id
  }
  name
  route
  isEnabled
}`, {"fragmentName":"SiteSettings"}) as unknown as TypedDocumentString<SiteSettingsFragment, unknown>;
export const RedirectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Redirects {
  redirectCollection(limit: 1000) {
    items {
      ...Redirect
    }
  }
}
    fragment Redirect on Redirect {
  sys {
    id
  }
  from
  to
  isPermanent
}`) as unknown as TypedDocumentString<RedirectsQuery, RedirectsQueryVariables>;
export const SiteDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Site {
  siteSettingsCollection(limit: 1) {
    items {
      ...SiteSettings
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment InterfaceTexts on InterfaceTexts {
  sys {
    id
  }
  loading
  skipToContent
  mainNavigation
  openMenu
  closeMenu
  pauseVideo
  playVideo
  videoUnsupported
  videoFailed
  watchOnVimeo
  close
  newTab
  photoCount
  previousPhoto
  nextPhoto
  photoPosition
  allPhotos
  zoomIn
  zoomOut
  photoFailed
  pageUpdated
  reload
  offline
}
fragment NavigationItem on NavigationItem {
  sys {
    id
  }
  name
  route
  isEnabled
}
fragment SiteSettings on SiteSettings {
  sys {
    id
  }
  companyName
  shortName
  tagline
  logo {
    ...Image
  }
  navigationCollection(limit: 8) {
    items {
      ...NavigationItem
    }
  }
  exploreHeading
  socialHeading
  facebookUrl
  linkedinUrl
  copyright
  interfaceTexts {
    ...InterfaceTexts
  }
}`) as unknown as TypedDocumentString<SiteQuery, SiteQueryVariables>;
export const ContactDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Contact {
  contactPageCollection(limit: 1) {
    items {
      ...ContactPage
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
fragment ContactPage on ContactPage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  formTitle
  formText
  nameLabel
  namePlaceholder
  emailLabel
  emailPlaceholder
  messageLabel
  messagePlaceholder
  sendLabel
  sendingLabel
  captchaNotice
  privacyLabel
  termsLabel
  rateLimitText
  offlineText
  sentTitle
  sentText
  officeTitle
  officeStreet
  officeCity
  hoursTitle
  hours
  days
  contactTitle
  email
  phone
  mapLatitude
  mapLongitude
  mapLabel
  mapImage {
    ...Image
  }
  mapImageAlt
  focalPoint
  directionsLabel
}`) as unknown as TypedDocumentString<ContactQuery, ContactQueryVariables>;
export const GalleryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Gallery($skip: Int = 0) {
  galleryPageCollection(limit: 1) {
    items {
      ...GalleryPage
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
fragment GalleryImage on GalleryImage {
  sys {
    id
  }
  photo {
    ...Image
  }
  altText
  focalPoint
  caption
}
fragment GalleryPage on GalleryPage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  gridTitle
  photoDialog
  imagesCollection(skip: $skip, limit: 1000) {
    total
    items {
      ...GalleryImage
    }
  }
}`) as unknown as TypedDocumentString<GalleryQuery, GalleryQueryVariables>;
export const HomeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Home {
  homePageCollection(limit: 1) {
    items {
      ...HomePage
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
fragment Fact on Fact {
  sys {
    id
  }
  figure
  unit
  text
}
fragment HomePage on HomePage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  watchLabel
  filmId
  filmTitle
  factsCollection(limit: 4) {
    items {
      ...Fact
    }
  }
}`) as unknown as TypedDocumentString<HomeQuery, HomeQueryVariables>;
export const MainlineDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Mainline {
  mainlinePageCollection(limit: 1) {
    items {
      ...MainlinePage
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment PipelineStage on PipelineStage {
  sys {
    id
  }
  label
  image {
    ...Image
  }
  imageAlt
  focalPoint
}
fragment MainlinePage on MainlinePage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  tagline
  title
  headerImage {
    ...Image
  }
  headerImageAlt
  focalPoint
  scopeLabel
  scopeTitle
  scopeText
  stagesCollection(limit: 40) {
    items {
      ...PipelineStage
    }
  }
  footerLine
  homeTitle
  homeText
}`) as unknown as TypedDocumentString<MainlineQuery, MainlineQueryVariables>;
export const ServicesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Services {
  servicesPageCollection(limit: 1) {
    items {
      ...ServicesPage
    }
  }
}
    fragment Image on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment AssetFile on Asset {
  sys {
    id
  }
  url
}
fragment Affiliation on Affiliation {
  sys {
    id
  }
  name
  kind
  logo {
    ...Image
  }
  link
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Image
  }
  focalPoint
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    ...AssetFile
  }
  poster {
    ...Image
  }
  posterAlt
  focalPoint
}
fragment ServicePanel on ServicePanel {
  sys {
    id
  }
  header
  title
  text
  image {
    ...Image
  }
  imageAlt
  focalPoint
  linkRoute
  linkLabel
}
fragment ServicesPage on ServicesPage {
  sys {
    id
  }
  seo {
    ...Seo
  }
  hero {
    ...VideoHero
  }
  introTitle
  introText
  panelsCollection(limit: 6) {
    items {
      ...ServicePanel
    }
  }
  affiliationsTitle
  affiliationsCollection(limit: 60) {
    items {
      ...Affiliation
    }
  }
}`) as unknown as TypedDocumentString<ServicesQuery, ServicesQueryVariables>;