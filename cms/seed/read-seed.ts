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

/** All content of the site. Entries come in the order in which they can be published: that of the model. */
export function readSeed(): Seed {
  return {
    assets: Object.entries(assetFile).map(([id, asset]) => ({ id, ...asset })),
    entries: Object.keys(model).filter(isType).flatMap(entriesOf),
  }
}

const assetFile: Readonly<Record<string, Omit<SeedAsset, 'id'>>> = assets

/** A required field that is missing, or a field of the wrong kind, is an error here, at the name of its file. */
const files = {
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

function entriesOf(type: keyof Model): readonly SeedEntry[] {
  const file: Readonly<Record<string, SeedEntry['fields']>> = files[type]
  return Object.entries(file).map(([id, fields]) => ({ id, type, fields }))
}

const isType = (id: string): id is keyof Model => id in model
