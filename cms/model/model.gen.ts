// Generated from cms/model by: npm run types

import { affiliation } from './affiliation.ts'
import { contactPage } from './contact-page.ts'
import { fact } from './fact.ts'
import { galleryImage } from './gallery-image.ts'
import { galleryPage } from './gallery-page.ts'
import { homePage } from './home-page.ts'
import { interfaceTexts } from './interface-texts.ts'
import { mainlinePage } from './mainline-page.ts'
import { navigationItem } from './navigation-item.ts'
import { pipelineStage } from './pipeline-stage.ts'
import { redirect } from './redirect.ts'
import { seo } from './seo.ts'
import { servicePanel } from './service-panel.ts'
import { servicesPage } from './services-page.ts'
import { siteSettings } from './site-settings.ts'
import { videoHero } from './video-hero.ts'
import type { ContentType } from './field-definitions.ts'

/** All content types by id. Link targets come before the types that link to them, because they are published first. */
export const model = {
  affiliation,
  seo,
  videoHero,
  contactPage,
  fact,
  galleryImage,
  galleryPage,
  homePage,
  interfaceTexts,
  pipelineStage,
  mainlinePage,
  navigationItem,
  redirect,
  servicePanel,
  servicesPage,
  siteSettings,
} as const satisfies Record<string, ContentType>

export type Model = typeof model
