import * as z from 'zod/mini'
import { checkedPage, filledList } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { MainlineDocument, type MainlineQuery } from './generated/graphql.ts'
import { photoOf } from './images.ts'
import { altText, focalPoint, image, paragraphs, seo, sys, text } from './shapes.ts'

const pipelineBox = z.pipe(
  z.object({ sys, label: text, image, imageAlt: altText, focalPoint }),
  z.transform(({ sys, label, image, imageAlt, focalPoint }) => ({
    id: sys.id,
    label,
    photo: photoOf(image, imageAlt, focalPoint),
  })),
)

/** A stage of the mainline: picture and label (spec §3). */
export type PipelineBox = z.output<typeof pipelineBox>

const mainlinePage = z.pipe(
  z.object({
    sys,
    seo,
    tagline: text,
    title: text,
    headerImage: image,
    headerImageAlt: altText,
    focalPoint,
    scopeLabel: text,
    scopeTitle: text,
    scopeText: paragraphs,
    footerLine: text,
    homeTitle: text,
    homeText: paragraphs,
  }),
  z.transform(({ headerImage, headerImageAlt, focalPoint, ...words }) => ({
    ...words,
    header: photoOf(headerImage, headerImageAlt, focalPoint),
  })),
)

/** Mainline pipeline: scope, sixteen stages, America is Home (spec §2). */
export const mainlineQuery = () =>
  contentQuery({
    page: 'mainline pipeline',
    document: MainlineDocument,
    bundled: async () => (await import('./bundled/mainline.json')).default,
    map: toMainline,
  })

export type Mainline = ReturnType<typeof toMainline>

function toMainline({ mainlinePageCollection }: MainlineQuery, standIn?: MainlineQuery) {
  const [page, seed] = [mainlinePageCollection?.items[0], standIn?.mainlinePageCollection?.items[0]]
  return {
    ...checkedPage(mainlinePage, mainlinePageCollection, 'Mainline page', standIn?.mainlinePageCollection),
    stages: filledList(pipelineBox, page?.stagesCollection, 'Pipeline stage', seed?.stagesCollection),
  }
}
