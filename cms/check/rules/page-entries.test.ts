import { expect, test } from 'vitest'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { type Model, model } from '#cms/model/model.gen.ts'
import { createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkPageEntries } from './page-entries.ts'

const typesById: ReadonlyMap<string, ContentType> = new Map(Object.entries(model))
const isSingleton = (id: string): id is keyof Model => id === 'siteSettings' || typesById.get(id)?.path !== undefined

/** One entry of the site settings and of each page, by its content type. */
const all = Object.fromEntries(
  Object.keys(model)
    .filter(isSingleton)
    .map((type) => [type, [type, { name: model[type].name }]] as const),
)

test('reports an unpublished page with its draft', () => {
  const { homePage: home, contactPage: _, ...others } = all
  expect(
    runRule(
      checkPageEntries,
      createTestContent({ entries: others }),
      createTestContent({ entries: { ...others, ...(home && { home }) } }),
    ),
  ).toEqual([
    'error space: No entry of the type Contact page is published, so the site shows the texts and pictures that it was built with: create one and publish it',
    'error home: No entry of the type Home page is published, so the site shows the texts and pictures that it was built with: publish “Home page”',
  ])
})

test('reports a second home page', () => {
  const second = createTestContent({
    entries: { other: ['homePage', { name: 'Home 2' }], ...all },
    states: { other: 'draft' }, // is listed last
  })
  expect(runRule(checkPageEntries, second)).toEqual([
    'error other: There are several entries of the type Home page, but the site shows only one: keep “Home page” (homePage) or this one, and archive the other',
  ])
})
