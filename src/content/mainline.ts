import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import {
  altTextSchema,
  focalPointSchema,
  imageSchema,
  paragraphsSchema,
  seoSchema,
  sysSchema,
  textSchema,
} from './field-schemas.ts'
import { MainlineDocument, type MainlineQuery } from './generated/graphql.ts'
import { parseList, parsePage } from './parse-content.ts'
import { toPhoto } from './picture-files.ts'

const pipelineBox = z.pipe(
  z.object({
    sys: sysSchema,
    label: textSchema,
    image: imageSchema,
    imageAlt: altTextSchema,
    focalPoint: focalPointSchema,
  }),
  z.transform(({ sys, label, image, imageAlt, focalPoint }) => ({
    id: sys.id,
    label,
    photo: toPhoto(image, imageAlt, focalPoint),
  })),
)

/** A construction stage: photo and label (requirements §3). */
export type PipelineStage = z.output<typeof pipelineBox>

const mainlinePage = z.pipe(
  z.object({
    sys: sysSchema,
    seo: seoSchema,
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
  }),
  z.transform(({ headerImage, headerImageAlt, focalPoint, ...texts }) => ({
    ...texts,
    header: toPhoto(headerImage, headerImageAlt, focalPoint),
  })),
)

/** Query options for the mainline pipeline page: scope, sixteen stages and America is Home (requirements §2). */
export const mainlineQueryOptions = () =>
  contentQueryOptions({
    page: 'mainline pipeline',
    document: MainlineDocument,
    loadFallback: async () => (await import('./bundled/mainline.json')).default,
    map: toMainline,
  })

/** The content of the mainline pipeline page. */
export type MainlineContent = ReturnType<typeof toMainline>

function toMainline({ mainlinePageCollection }: MainlineQuery, fallback?: MainlineQuery) {
  const [page, fallbackPage] = [mainlinePageCollection?.items[0], fallback?.mainlinePageCollection?.items[0]]
  return {
    ...parsePage(mainlinePage, mainlinePageCollection, 'Mainline page', fallback?.mainlinePageCollection),
    stages: parseList(pipelineBox, page?.stagesCollection, 'Pipeline stage', fallbackPage?.stagesCollection),
  }
}
