import fc from 'fast-check'
import { LOCALE } from '#shared/constants.ts'
import type { pulledSpace } from './pull-folder.ts'
import { bringAsset, draftEntry, linkTo, picture } from './test-contentful.ts'

type Space = Awaited<ReturnType<typeof pulledSpace>>

/** Something that an editor does in the space of the small seed. */
export interface EditorsAction {
  readonly take: (space: Space) => Promise<unknown>
  readonly toString: () => string
}

const FACTS = ['fact-miles', 'fact-diameters', 'fact-experience', 'fact-states', 'new-fact', 'toString']
const OWN_PICTURES = ['own-1', 'own-2']
const PICTURES = ['brand-share', 'posters-home']

const fact = fc.constantFrom(...FACTS)
const entry = fc.constantFrom('seo-home', 'hero-home', 'home-page', ...FACTS)
const ownAsset = fc.constantFrom(...OWN_PICTURES)
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const side = fc.integer({ min: 1, max: 4 })
const published = fc.boolean()
const fileName = fc.oneof(
  fc.constantFrom('photo.jpg', 'Photo.JPG', 'CON', '..', '\u0000', '写真.jpg', 'a.0f3a92bc.jpg', 'x'.repeat(250)),
  text,
)

export const editorsAction: fc.Arbitrary<EditorsAction> = fc.oneof(
  action(
    'write',
    { entry, place: fc.nat(20), text, published },
    async (space, { entry: entryId, place, text, published }) => {
      const { fields } = await space.client.entry.get({ entryId })
      const names = Object.keys(fields).filter((name) => typeof fields[name][LOCALE] === 'string')
      await write(space, { entryId, field: names[place % names.length] ?? '', value: text, published })
    },
  ),
  action('empty', { fact, published }, (space, { fact: entryId, published }) =>
    write(space, { entryId, field: 'unit', value: undefined, published }),
  ),
  action('order', { facts: fc.uniqueArray(fact, { minLength: 2 }), published }, (space, { facts, published }) =>
    write(space, { entryId: 'home-page', field: 'facts', value: facts.map((id) => linkTo('Entry', id)), published }),
  ),
  action('add', { fact, text, published }, async (space, { fact: entryId, text, published }) => {
    const entry = await draftEntry(space, 'fact', entryId, { figure: '1', text })
    if (published) await space.client.entry.publish({ entryId }, entry)
  }),
  action('publish', { entry }, async ({ client }, { entry: entryId }) =>
    client.entry.publish({ entryId }, await client.entry.get({ entryId })),
  ),
  action('unpublish', { entry }, ({ client }, { entry: entryId }) => client.entry.unpublish({ entryId })),
  action('archive', { fact }, async ({ client }, { fact: entryId }) => {
    await client.entry.unpublish({ entryId }).catch(() => {})
    await client.entry.archive({ entryId })
  }),
  action('delete', { fact }, async ({ client }, { fact: entryId }) => {
    await client.entry.unpublish({ entryId }).catch(() => {})
    await client.entry.delete({ entryId })
  }),
  action('throw away', { asset: ownAsset }, async ({ client }, { asset: assetId }) => {
    await client.asset.unpublish({ assetId }).catch(() => {})
    await client.asset.delete({ assetId })
  }),
  action('replace', { asset: fc.constantFrom(...PICTURES), side, fileName }, async (space, { asset, side, fileName }) =>
    space.replaceFile(asset, await picture(side, side), fileName),
  ),
  action('upload', { asset: ownAsset, side, fileName }, async (space, { asset: assetId, side, fileName }) => {
    const asset = await bringAsset(space, assetId, await picture(side, side), 'image/jpeg', fileName)
    await space.client.asset.publish({ assetId }, asset)
  }),
  action(
    'share',
    { asset: fc.constantFrom('posters-home', ...OWN_PICTURES), published },
    (space, { asset, published }) =>
      write(space, { entryId: 'seo-home', field: 'shareImage', value: linkTo('Asset', asset), published }),
  ),
  action(
    'title',
    { asset: fc.constantFrom(...PICTURES), text, published },
    async ({ client }, { asset: assetId, text, published }) => {
      const held = await client.asset.get({ assetId })
      const fields = { ...held.fields, title: { [LOCALE]: text } }
      const changed = await client.asset.update({ assetId }, { ...held, fields })
      if (published) await client.asset.publish({ assetId }, changed)
    },
  ),
  action('withdraw', { asset: fc.constantFrom(...PICTURES, ...OWN_PICTURES) }, ({ client }, { asset: assetId }) =>
    client.asset.unpublish({ assetId }),
  ),
)

/** Shown with its data when a run fails. */
function action<Data extends object>(
  name: string,
  data: { [Key in keyof Data]: fc.Arbitrary<Data[Key]> },
  take: (space: Space, data: Data) => Promise<unknown>,
): fc.Arbitrary<EditorsAction> {
  return fc.record<Data>(data).map((given) => ({
    take: (space) => take(space, given),
    toString: () => `${name} ${JSON.stringify(given)}`,
  }))
}

interface Writing {
  readonly entryId: string
  readonly field: string
  readonly value: unknown
  readonly published: boolean
}

async function write({ client }: Space, { entryId, field, value, published }: Writing) {
  const entry = await client.entry.get({ entryId })
  const fields = { ...entry.fields, [field]: { [LOCALE]: value } }
  const changed = await client.entry.update({ entryId }, { ...entry, fields })
  if (published) await client.entry.publish({ entryId }, changed)
}
