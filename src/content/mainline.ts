import bundled from './bundled/mainline.json' with { type: 'json' }
import type { EntryFields } from './field-schemas.ts'
import { mainlinePageEntry, type pipelineStageEntry } from './generated/entry-schemas.ts'
import { MainlineDocument, type MainlineQuery } from './generated/graphql.ts'
import { parsePage } from './parse-content.ts'
import { toPicture, toShareImage } from './pictures.ts'
import { toSeo } from './seo.ts'
import { splitParagraphs } from './split-text.ts'

const toStage = ({ sys, label, image, imageAlt, focalPoint }: EntryFields<typeof pipelineStageEntry>) => ({
  id: sys.id,
  label,
  picture: toPicture(image, imageAlt, focalPoint),
})

/** A stage of the pipeline: picture and label (requirements §3). */
export type PipelineStage = ReturnType<typeof toStage>

/** Content of the Mainline pipeline page (requirements §2). */
export const mainlineContent = {
  document: MainlineDocument,
  fallback: bundled,
  map: toMainline,
}

export type MainlineContent = ReturnType<typeof toMainline>

function toMainline({ mainlinePageCollection }: MainlineQuery, fallback?: MainlineQuery) {
  const page = parsePage(mainlinePageEntry, mainlinePageCollection, fallback?.mainlinePageCollection)
  const { seo, headerImage, headerImageAlt, focalPoint, stagesCollection: stages, ...texts } = page
  return {
    ...texts,
    scopeText: splitParagraphs(texts.scopeText),
    homeText: splitParagraphs(texts.homeText),
    seo: toSeo(seo),
    hero: {
      picture: toPicture(headerImage, headerImageAlt, focalPoint),
      shareImage: toShareImage(headerImage, headerImageAlt, focalPoint),
    },
    stages: stages.map(toStage),
  }
}
