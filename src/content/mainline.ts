import type * as z from 'zod/mini'
import bundled from './bundled/mainline.json' with { type: 'json' }
import type { ContentDefinition } from './content-definition.ts'
import {
  defineEntry,
  defineEntryWithLists,
  mapEntry,
  paragraphsSchema,
  sysSchema,
  textSchema,
} from './entry-schemas.ts'
import {
  MainlineDocument,
  type MainlinePageFragment,
  type MainlineQuery,
  type PipelineStageFragment,
} from './generated/graphql.ts'
import { parseList, parsePage } from './parse-content.ts'
import { altTextSchema, focalPointSchema, imageSchema, toPicture, toShareImage } from './pictures.ts'
import { seoDefinition } from './seo.ts'

const pipelineStage = mapEntry(
  defineEntry<PipelineStageFragment>()('Pipeline stage', {
    sys: sysSchema,
    label: textSchema,
    image: imageSchema,
    imageAlt: altTextSchema,
    focalPoint: focalPointSchema,
  }),
  ({ sys, label, image, imageAlt, focalPoint }) => ({
    id: sys.id,
    label,
    picture: toPicture(image, imageAlt, focalPoint),
  }),
)

/** A stage of the pipeline: picture and label (requirements §3). */
export type PipelineStage = z.output<typeof pipelineStage.schema>

const mainlinePage = defineEntryWithLists<MainlinePageFragment>()(
  'Mainline page',
  {
    sys: sysSchema,
    seo: seoDefinition.schema,
    tagline: textSchema,
    title: textSchema,
    headerImage: imageSchema,
    headerImageAlt: altTextSchema,
    focalPoint: focalPointSchema,
    scopeLabel: textSchema,
    scopeTitle: textSchema,
    scopeText: paragraphsSchema,
    footerLine: textSchema,
    homeTitle: textSchema,
    homeText: paragraphsSchema,
  },
  { stagesCollection: pipelineStage },
)

/** Content of the Mainline pipeline page (requirements §2). */
export const mainlineContent: ContentDefinition<MainlineQuery, MainlineContent> = {
  document: MainlineDocument,
  fallback: bundled,
  map: toMainline,
}

export type MainlineContent = ReturnType<typeof toMainline>

function toMainline({ mainlinePageCollection }: MainlineQuery, fallback?: MainlineQuery) {
  const [page, fallbackPage] = [mainlinePageCollection?.items[0], fallback?.mainlinePageCollection?.items[0]]
  const { headerImage, headerImageAlt, focalPoint, ...texts } = parsePage(
    mainlinePage,
    mainlinePageCollection,
    fallback?.mainlinePageCollection,
  )
  return {
    ...texts,
    header: toPicture(headerImage, headerImageAlt, focalPoint),
    shareImage: toShareImage(headerImage, headerImageAlt, focalPoint),
    stages: parseList(mainlinePage.lists.stagesCollection, page?.stagesCollection, fallbackPage?.stagesCollection),
  }
}
