import fc from 'fast-check'
import { LOCALE } from '#shared/constants.ts'
import type { createPullSpace } from './pull-folder.ts'
import { createAsset, createDraftEntry, createPicture, toLink } from './test-contentful.ts'

type Space = Awaited<ReturnType<typeof createPullSpace>>

/** One edit in a space with the small seed. */
export interface EditorAction {
  readonly run: (space: Space) => Promise<unknown>
  readonly toString: () => string
}

const FACTS = ['fact-miles', 'fact-diameters', 'fact-experience', 'fact-states', 'new-fact', 'toString']
const NEW_ASSETS = ['own-1', 'own-2']
const SEED_ASSETS = ['brand-share', 'posters-home']

const fact = fc.constantFrom(...FACTS)
const entry = fc.constantFrom('seo-home', 'hero-home', 'home-page', ...FACTS)
const newAsset = fc.constantFrom(...NEW_ASSETS)
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const sidePx = fc.integer({ min: 1, max: 4 })
const published = fc.boolean()
const fileName = fc.oneof(
  fc.constantFrom('photo.jpg', 'Photo.JPG', 'CON', '..', '\u0000', '写真.jpg', 'a.0f3a92bc.jpg', 'x'.repeat(250)),
  text,
)

export const editorAction: fc.Arbitrary<EditorAction> = fc.oneof(
  createAction(
    'edit text',
    { entry, index: fc.nat(20), text, published },
    async (space, { entry: entryId, index, text, published }) => {
      const { fields } = await space.client.entry.get({ entryId })
      const names = Object.keys(fields).filter((name) => typeof fields[name][LOCALE] === 'string')
      await editField(space, { entryId, field: names[index % names.length] ?? '', value: text, published })
    },
  ),
  createAction('clear field', { fact, published }, (space, { fact: entryId, published }) =>
    editField(space, { entryId, field: 'unit', value: undefined, published }),
  ),
  createAction('reorder', { facts: fc.uniqueArray(fact, { minLength: 2 }), published }, (space, { facts, published }) =>
    editField(space, {
      entryId: 'home-page',
      field: 'facts',
      value: facts.map((id) => toLink('Entry', id)),
      published,
    }),
  ),
  createAction('add entry', { fact, text, published }, async (space, { fact: entryId, text, published }) => {
    const entry = await createDraftEntry(space, 'fact', entryId, { figure: '1', text })
    if (published) await space.client.entry.publish({ entryId }, entry)
  }),
  createAction('publish', { entry }, async ({ client }, { entry: entryId }) =>
    client.entry.publish({ entryId }, await client.entry.get({ entryId })),
  ),
  createAction('unpublish', { entry }, ({ client }, { entry: entryId }) => client.entry.unpublish({ entryId })),
  createAction('archive', { fact }, async ({ client }, { fact: entryId }) => {
    await client.entry.unpublish({ entryId }).catch(() => {})
    await client.entry.archive({ entryId })
  }),
  createAction('delete', { fact }, async ({ client }, { fact: entryId }) => {
    await client.entry.unpublish({ entryId }).catch(() => {})
    await client.entry.delete({ entryId })
  }),
  createAction('delete asset', { asset: newAsset }, async ({ client }, { asset: assetId }) => {
    await client.asset.unpublish({ assetId }).catch(() => {})
    await client.asset.delete({ assetId })
  }),
  createAction(
    'replace file',
    { asset: fc.constantFrom(...SEED_ASSETS), side: sidePx, fileName },
    async (space, { asset, side: sidePx, fileName }) =>
      space.replaceFile(asset, await createPicture(sidePx, sidePx), fileName),
  ),
  createAction(
    'upload',
    { asset: newAsset, side: sidePx, fileName },
    async (space, { asset: assetId, side: sidePx, fileName }) => {
      const asset = await createAsset(space, assetId, await createPicture(sidePx, sidePx), 'image/jpeg', fileName)
      await space.client.asset.publish({ assetId }, asset)
    },
  ),
  createAction(
    'set share image',
    { asset: fc.constantFrom('posters-home', ...NEW_ASSETS), published },
    (space, { asset, published }) =>
      editField(space, { entryId: 'seo-home', field: 'shareImage', value: toLink('Asset', asset), published }),
  ),
  createAction(
    'set title',
    { asset: fc.constantFrom(...SEED_ASSETS), text, published },
    async ({ client }, { asset: assetId, text, published }) => {
      const current = await client.asset.get({ assetId })
      const fields = { ...current.fields, title: { [LOCALE]: text } }
      const changed = await client.asset.update({ assetId }, { ...current, fields })
      if (published) await client.asset.publish({ assetId }, changed)
    },
  ),
  createAction(
    'unpublish asset',
    { asset: fc.constantFrom(...SEED_ASSETS, ...NEW_ASSETS) },
    ({ client }, { asset: assetId }) => client.asset.unpublish({ assetId }),
  ),
)

/** `toString` shows the action with its values in the report of a failed run. */
function createAction<Data extends object>(
  name: string,
  data: { [Key in keyof Data]: fc.Arbitrary<Data[Key]> },
  run: (space: Space, data: Data) => Promise<unknown>,
): fc.Arbitrary<EditorAction> {
  return fc.record<Data>(data).map((values) => ({
    run: (space) => run(space, values),
    toString: () => `${name} ${JSON.stringify(values)}`,
  }))
}

interface FieldEdit {
  readonly entryId: string
  readonly field: string
  readonly value: unknown
  readonly published: boolean
}

async function editField({ client }: Space, { entryId, field, value, published }: FieldEdit) {
  const entry = await client.entry.get({ entryId })
  const fields = { ...entry.fields, [field]: { [LOCALE]: value } }
  const changed = await client.entry.update({ entryId }, { ...entry, fields })
  if (published) await client.entry.publish({ entryId }, changed)
}
