// Generated from cms/model by: npm run types
// Nothing imports this module. A missing or wrongly typed field of a seed file is a type error here.

import contactFile from './entries/contact.json' with { type: 'json' }
import galleryFile from './entries/gallery.json' with { type: 'json' }
import homeFile from './entries/home.json' with { type: 'json' }
import mainlineFile from './entries/mainline.json' with { type: 'json' }
import servicesFile from './entries/services.json' with { type: 'json' }
import siteFile from './entries/site.json' with { type: 'json' }
import type { SeedFile } from './seed-types.ts'

contactFile satisfies SeedFile<'contactPage'>
galleryFile satisfies SeedFile<'galleryPage' | 'galleryImage'>
homeFile satisfies SeedFile<'homePage' | 'fact'>
mainlineFile satisfies SeedFile<'mainlinePage' | 'pipelineStage'>
servicesFile satisfies SeedFile<'servicesPage' | 'affiliation' | 'servicePanel'>
siteFile satisfies SeedFile<'seo' | 'videoHero' | 'interfaceTexts' | 'navigationItem' | 'redirect' | 'siteSettings'>
