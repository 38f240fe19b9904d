import { createGraphqlSchema } from 'contentful-local/schema'
import { printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { everyFieldModel } from './every-field-model.ts'

/** The schema, with short names for the arguments that most fields have. */
const printed = printSchema(createGraphqlSchema(everyFieldModel))
  .replaceAll('locale: String, useFallbackLocale: Boolean', 'LOCALE')
  .replaceAll('skip: Int = 0, limit: Int = 100, preview: Boolean, LOCALE', 'PAGE')

// Written by hand, from the rules and the generated schemas in docs/contentful.md. Other tests use the filters and orders.
test.each([
  `type EveryField implements Entry & _Node {
  _id: ID!
  sys: Sys!
  contentfulMetadata: ContentfulMetadata!
  linkedFrom(allowedLocales: [String]): EveryFieldLinkingCollections
  title(LOCALE): String
  slug(LOCALE): String
  mood(LOCALE): String
  body(LOCALE): String
  count(LOCALE): Int
  rating(LOCALE): Float
  day(LOCALE): DateTime
  open(LOCALE): Boolean
  data(LOCALE): JSON
  place(LOCALE): Location
  story(LOCALE): EveryFieldStory
  words(LOCALE): [String]
  picture(preview: Boolean, LOCALE): Asset
  filesCollection(PAGE): AssetCollection
  single(preview: Boolean, LOCALE, where: NoteFilter): Note
  either(preview: Boolean, LOCALE): EveryFieldEither
  anything(preview: Boolean, LOCALE): Entry
  notesCollection(PAGE, where: NoteFilter, order: [EveryFieldNotesCollectionOrder]): EveryFieldNotesCollection
  mixedCollection(PAGE, where: EveryFieldMixedFilter): EveryFieldMixedCollection
  severalCollection(PAGE): EveryFieldSeveralCollection
}`,
  `type EveryFieldStory {
  json: JSON!
  links: EveryFieldStoryLinks!
}`,
  `type EveryFieldStoryLinks {
  assets: EveryFieldStoryAssets!
  entries: EveryFieldStoryEntries!
  resources: EveryFieldStoryResources!
}`,
  `type EveryFieldStoryAssets {
  hyperlink: [Asset]!
  block: [Asset]!
}`,
  `type EveryFieldStoryResources {
  block: [EveryFieldStoryResourcesBlock!]!
  inline: [EveryFieldStoryResourcesInline!]!
  hyperlink: [EveryFieldStoryResourcesHyperlink!]!
}`,
  'type EveryFieldStoryResourcesBlock implements ResourceLink {\n  sys: ResourceSys!\n}',
  `type EveryFieldMixedCollection {
  total: Int!
  skip: Int!
  limit: Int!
  items: [EveryFieldMixedItem]!
}`,
  `type NoteLinkingCollections {
  entryCollection(PAGE): EntryCollection
  everyFieldCollection(PAGE, order: [NoteLinkingCollectionsEveryFieldCollectionOrder]): EveryFieldCollection
}`,
  'url(transform: ImageTransformOptions, LOCALE): String\n',
])('the schema contains %s', (definition) => {
  expect(printed).toContain(definition)
})
