import { type Model, model } from '#cms/model/model.ts'
import assets from './assets.json' with { type: 'json' }
import affiliation from './entries/affiliation.json' with { type: 'json' }
import contactPage from './entries/contact-page.json' with { type: 'json' }
import fact from './entries/fact.json' with { type: 'json' }
import galleryImage from './entries/gallery-image.json' with { type: 'json' }
import galleryPage from './entries/gallery-page.json' with { type: 'json' }
import homePage from './entries/home-page.json' with { type: 'json' }
import interfaceTexts from './entries/interface-texts.json' with { type: 'json' }
import mainlinePage from './entries/mainline-page.json' with { type: 'json' }
import navigationItem from './entries/navigation-item.json' with { type: 'json' }
import pipelineStage from './entries/pipeline-stage.json' with { type: 'json' }
import redirect from './entries/redirect.json' with { type: 'json' }
import seo from './entries/seo.json' with { type: 'json' }
import servicePanel from './entries/service-panel.json' with { type: 'json' }
import servicesPage from './entries/services-page.json' with { type: 'json' }
import siteSettings from './entries/site-settings.json' with { type: 'json' }
import videoHero from './entries/video-hero.json' with { type: 'json' }
import type { Seed, SeedAsset, SeedEntry, SeedFile } from './seed-types.ts'

/** Reads all content of the site. The entries are in the order of the model, which is a valid order of publishing. */
export function readSeed(): Seed {
  return {
    assets: Object.entries(assetsById).map(([id, asset]) => ({ id, ...asset })),
    entries: Object.keys(model).filter(isContentType).flatMap(toEntries),
  }
}

const assetsById: Readonly<Record<string, Omit<SeedAsset, 'id'>>> = assets

/** A missing required field, or a field of the wrong type, is a type error at the name of its file. */
const fieldsByType = {
  interfaceTexts,
  navigationItem,
  siteSettings,
  seo,
  videoHero,
  fact,
  homePage,
  servicePanel,
  affiliation,
  servicesPage,
  galleryImage,
  galleryPage,
  pipelineStage,
  mainlinePage,
  contactPage,
  redirect,
} as const satisfies { readonly [Type in keyof Model]: SeedFile<Type> }

function toEntries(type: keyof Model): readonly SeedEntry[] {
  const fieldsById: Readonly<Record<string, SeedEntry['fields']>> = fieldsByType[type]
  return Object.entries(fieldsById).map(([id, fields]) => ({ id, type, fields }))
}

const isContentType = (id: string): id is keyof Model => id in model
