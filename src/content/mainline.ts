import * as z from 'zod/mini'
import { checkedItems, checkedPage } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { MainlineDocument, type MainlineQuery } from './generated/graphql.ts'
import { request } from './request.ts'
import { image, paragraphs, seo, sys, text } from './shapes.ts'

const pipelineBox = z.pipe(
  z.object({ sys, label: text, image, imageAlt: text }),
  z.transform(({ sys, label, image, imageAlt }) => ({ id: sys.id, label, photo: { ...image, alt: imageAlt } })),
)

/** A stage of the mainline: picture and label (spec §3). */
export type PipelineBox = z.output<typeof pipelineBox>

const mainlinePage = z.pipe(
  z.object({
    seo,
    tagline: text,
    title: text,
    headerImage: image,
    headerImageAlt: text,
    scopeLabel: text,
    scopeTitle: text,
    scopeText: paragraphs,
    footerLine: text,
    homeTitle: text,
    homeText: paragraphs,
  }),
  z.transform(({ headerImage, headerImageAlt, ...words }) => ({
    ...words,
    header: { ...headerImage, alt: headerImageAlt },
  })),
)

/** Mainline pipeline: scope, sixteen stages, America is Home (spec §2). */
export const mainlineQuery = () =>
  contentQuery({
    page: 'mainline pipeline',
    live: (signal) => request(MainlineDocument, {}, signal),
    bundled: async () => (await import('./bundled/mainline.json')).default,
    map: toMainline,
  })

export type Mainline = ReturnType<typeof toMainline>

function toMainline({ mainlinePageCollection }: MainlineQuery) {
  const stages = mainlinePageCollection?.items[0]?.stagesCollection?.items ?? []
  return {
    ...checkedPage(mainlinePage, mainlinePageCollection, 'Mainline page'),
    stages: checkedItems(pipelineBox, stages, 'Pipeline stage'),
  }
}
