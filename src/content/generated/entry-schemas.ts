// Generated from cms/model by: npm run types
import * as z from 'zod/mini'
import { defineEntry, fieldSchemas } from '../field-schemas.ts'

export const affiliationEntry = defineEntry("Affiliation", {
  name: fieldSchemas.line(),
  kind: fieldSchemas.choice(["Safety and compliance","Trade unions","Associations"]),
  logo: fieldSchemas.image(),
  link: fieldSchemas.url(),
})

export const seoEntry = defineEntry("SEO", {
  title: fieldSchemas.line(),
  description: fieldSchemas.line(),
  shareImage: z.nullish(fieldSchemas.image()),
  focalPoint: z.nullish(fieldSchemas.pattern(/^(100|\d{1,2})% (100|\d{1,2})%$/)),
  noIndex: z.nullish(fieldSchemas.boolean()),
})

export const videoHeroEntry = defineEntry("Video hero", {
  header: fieldSchemas.line(),
  title: fieldSchemas.text(),
  videoFile: fieldSchemas.video(),
  poster: fieldSchemas.image(),
  posterAlt: fieldSchemas.altText(),
  focalPoint: z.nullish(fieldSchemas.pattern(/^(100|\d{1,2})% (100|\d{1,2})%$/)),
})

export const contactPageEntry = defineEntry("Contact page", {
  seo: fieldSchemas.link(seoEntry),
  hero: fieldSchemas.link(videoHeroEntry),
  formTitle: fieldSchemas.line(),
  formText: fieldSchemas.line(),
  nameLabel: fieldSchemas.line(),
  namePlaceholder: fieldSchemas.line(),
  emailLabel: fieldSchemas.line(),
  emailPlaceholder: fieldSchemas.line(),
  messageLabel: fieldSchemas.line(),
  messagePlaceholder: fieldSchemas.line(),
  sendLabel: fieldSchemas.line(),
  sendingLabel: fieldSchemas.line(),
  captchaNotice: fieldSchemas.pattern(/^(?=.*\{privacy\}).*\{terms\}/),
  privacyLabel: fieldSchemas.line(),
  termsLabel: fieldSchemas.line(),
  rateLimitText: fieldSchemas.line(),
  offlineText: fieldSchemas.line(),
  sentTitle: fieldSchemas.line(),
  sentText: fieldSchemas.line(),
  officeTitle: fieldSchemas.line(),
  officeStreet: fieldSchemas.line(),
  officeCity: fieldSchemas.line(),
  hoursTitle: fieldSchemas.line(),
  hours: fieldSchemas.line(),
  days: fieldSchemas.line(),
  contactTitle: fieldSchemas.line(),
  email: fieldSchemas.email(),
  phone: fieldSchemas.pattern(/^[+(0-9][0-9 ()./-]{6,24}$/),
  mapLatitude: z.nullish(fieldSchemas.number(-90, 90)),
  mapLongitude: z.nullish(fieldSchemas.number(-180, 180)),
  mapLabel: fieldSchemas.line(),
  mapImage: z.nullish(fieldSchemas.image()),
  mapImageAlt: z.nullish(fieldSchemas.altText()),
  focalPoint: z.nullish(fieldSchemas.pattern(/^(100|\d{1,2})% (100|\d{1,2})%$/)),
  directionsLabel: fieldSchemas.line(),
})

export const factEntry = defineEntry("Fact", {
  figure: fieldSchemas.line(),
  unit: z.nullish(fieldSchemas.line()),
  text: fieldSchemas.line(),
})

export const galleryImageEntry = defineEntry("Gallery image", {
  photo: fieldSchemas.image(),
  altText: fieldSchemas.line(),
  focalPoint: z.nullish(fieldSchemas.pattern(/^(100|\d{1,2})% (100|\d{1,2})%$/)),
  caption: z.nullish(fieldSchemas.line()),
})

export const galleryPageEntry = defineEntry("Gallery page", {
  seo: fieldSchemas.link(seoEntry),
  hero: fieldSchemas.link(videoHeroEntry),
  gridTitle: fieldSchemas.line(),
  photoDialog: fieldSchemas.choice(["full screen","classic lightbox"]),
  imagesCollection: fieldSchemas.linkList(galleryImageEntry, { isRequired: true }),
})

export const homePageEntry = defineEntry("Home page", {
  seo: fieldSchemas.link(seoEntry),
  hero: fieldSchemas.link(videoHeroEntry),
  watchLabel: fieldSchemas.line(),
  filmId: z.nullish(fieldSchemas.pattern(/^[0-9]{6,12}$/)),
  filmTitle: fieldSchemas.line(),
  factsCollection: fieldSchemas.linkList(factEntry, { isRequired: false }),
})

export const interfaceTextsEntry = defineEntry("Interface texts", {
  loading: fieldSchemas.line(),
  skipToContent: fieldSchemas.line(),
  mainNavigation: fieldSchemas.line(),
  openMenu: fieldSchemas.line(),
  closeMenu: fieldSchemas.line(),
  pauseVideo: fieldSchemas.line(),
  playVideo: fieldSchemas.line(),
  videoUnsupported: fieldSchemas.line(),
  videoFailed: fieldSchemas.line(),
  watchOnVimeo: fieldSchemas.line(),
  close: fieldSchemas.line(),
  newTab: fieldSchemas.line(),
  photoCount: fieldSchemas.pattern(/\{count\}/),
  previousPhoto: fieldSchemas.line(),
  nextPhoto: fieldSchemas.line(),
  photoPosition: fieldSchemas.pattern(/^(?=.*\{index\}).*\{count\}/),
  allPhotos: fieldSchemas.line(),
  zoomIn: fieldSchemas.line(),
  zoomOut: fieldSchemas.line(),
  photoFailed: fieldSchemas.line(),
  pageUpdated: fieldSchemas.line(),
  reload: fieldSchemas.line(),
  offline: fieldSchemas.line(),
})

export const pipelineStageEntry = defineEntry("Pipeline stage", {
  label: fieldSchemas.line(),
  image: fieldSchemas.image(),
  imageAlt: fieldSchemas.altText(),
  focalPoint: z.nullish(fieldSchemas.pattern(/^(100|\d{1,2})% (100|\d{1,2})%$/)),
})

export const mainlinePageEntry = defineEntry("Mainline page", {
  seo: fieldSchemas.link(seoEntry),
  tagline: fieldSchemas.line(),
  title: fieldSchemas.line(),
  headerImage: fieldSchemas.image(),
  headerImageAlt: fieldSchemas.altText(),
  focalPoint: z.nullish(fieldSchemas.pattern(/^(100|\d{1,2})% (100|\d{1,2})%$/)),
  scopeLabel: fieldSchemas.line(),
  scopeTitle: fieldSchemas.line(),
  scopeText: fieldSchemas.text(),
  stagesCollection: fieldSchemas.linkList(pipelineStageEntry, { isRequired: true }),
  footerLine: fieldSchemas.line(),
  homeTitle: fieldSchemas.line(),
  homeText: fieldSchemas.text(),
})

export const navigationItemEntry = defineEntry("Navigation item", {
  name: fieldSchemas.line(),
  route: fieldSchemas.choice(["/","/contact","/gallery","/mainlinepipeline","/services"]),
  isEnabled: fieldSchemas.boolean(),
})

export const redirectEntry = defineEntry("Redirect", {
  from: fieldSchemas.pattern(/^\/[^\s?#/][^\s?#]*$/),
  to: fieldSchemas.pattern(/^(?:\/(?:(?:contact|gallery|mainlinepipeline|services)\/?)?(?:[?#]\S*)?|https:\/\/[^\s/]\S*)$/),
  isPermanent: fieldSchemas.boolean(),
})

export const servicePanelEntry = defineEntry("Service panel", {
  header: fieldSchemas.line(),
  title: fieldSchemas.line(),
  text: fieldSchemas.line(),
  image: fieldSchemas.image(),
  imageAlt: fieldSchemas.altText(),
  focalPoint: z.nullish(fieldSchemas.pattern(/^(100|\d{1,2})% (100|\d{1,2})%$/)),
  linkRoute: z.nullish(fieldSchemas.choice(["/","/contact","/gallery","/mainlinepipeline","/services"])),
  linkLabel: z.nullish(fieldSchemas.line()),
})

export const servicesPageEntry = defineEntry("Services page", {
  seo: fieldSchemas.link(seoEntry),
  hero: fieldSchemas.link(videoHeroEntry),
  introTitle: fieldSchemas.line(),
  introText: fieldSchemas.text(),
  panelsCollection: fieldSchemas.linkList(servicePanelEntry, { isRequired: true }),
  affiliationsTitle: fieldSchemas.line(),
  affiliationsCollection: fieldSchemas.linkList(affiliationEntry, { isRequired: false }),
})

export const siteSettingsEntry = defineEntry("Site settings", {
  companyName: fieldSchemas.line(),
  shortName: fieldSchemas.line(),
  tagline: fieldSchemas.line(),
  logo: fieldSchemas.image(),
  navigationCollection: fieldSchemas.linkList(navigationItemEntry, { isRequired: true }),
  exploreHeading: fieldSchemas.line(),
  socialHeading: fieldSchemas.line(),
  facebookUrl: fieldSchemas.url(),
  linkedinUrl: fieldSchemas.url(),
  copyright: fieldSchemas.line(),
  interfaceTexts: fieldSchemas.link(interfaceTextsEntry),
})
