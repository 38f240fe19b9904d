import { test as base, expect, type Page } from '@playwright/test'
import { createClient } from 'contentful'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { GERMAN_LOCALE } from '#local-tests/complete-space.ts'
import { startFilledSpace, type TestSpace } from '#local-tests/start-space.ts'
import {
  createManagementClient,
  createPicture,
  publishAsset,
  publishContentType,
  publishEntry,
  toLink,
} from '#local-tests/test-contentful.ts'

export { expect }

/** A browser test of the editor of the local Contentful. Each has its own space. `open` opens a path of its editor. */
export const test = base.extend<{ readonly space: TestSpace; readonly open: (path: string) => Promise<void> }>({
  space: async ({ page }, use) => {
    await using space = await startFilledSpace('editor', fillSpace)
    await use(space)
    await page.close() // the page may still load pictures
  },
  open: async ({ page, space }, use) => {
    await use(async (path) => {
      await page.goto(`${space.url}/app/spaces/local/environments/master/${path}`)
    })
  },
})

const linkTo = (...linkContentType: readonly string[]) => ({
  ...{ type: 'Link', linkType: 'Entry', validations: [{ linkContentType }] },
})

/** Publishes a page with a title, a description, a hero, a picture, and a list of four facts. */
async function fillSpace(url: string): Promise<void> {
  const local = { url, client: createManagementClient(url) }
  await local.client.locale.create({}, GERMAN_LOCALE)
  const texts = ['figure', 'unit', 'text'].map((id) => ({ id, name: toName(id), type: 'Symbol', localized: true }))
  const notes = { id: 'notes', name: 'Notes', type: 'Array', items: { type: 'Symbol' } }
  const marks = { id: 'marks', name: 'Marks', type: 'Object', omitted: true }
  await publishContentType(local, { id: 'fact', name: 'Fact', displayField: 'unit', fields: [...texts, notes, marks] })
  const name = { id: 'name', name: 'Name', type: 'Symbol' }
  await publishContentType(local, { id: 'videoHero', name: 'Video hero', displayField: 'name', fields: [name] })
  const image = { linkType: 'Asset', validations: [{ linkMimetypeGroup: ['image'] }] }
  await publishContentType(local, {
    id: 'homePage',
    name: 'Home page',
    displayField: 'title',
    fields: [
      { id: 'title', name: 'Title', type: 'Symbol', required: true },
      { id: 'description', name: 'Description', type: 'Text', validations: [{ size: { min: 50 } }] },
      { id: 'isHidden', name: 'Is hidden', type: 'Boolean' },
      { id: 'watchLabel', name: 'Watch label', type: 'Symbol' },
      { id: 'filmId', name: 'Film ID', type: 'Symbol' },
      { id: 'facts', name: 'Facts', type: 'Array', items: linkTo('fact') },
      { id: 'hero', name: 'Hero', ...linkTo('videoHero') },
      { id: 'shareImage', name: 'Share image', type: 'Link', ...image },
    ],
  })
  const facts = Object.entries({ miles: 'miles', diameters: 'in.', experience: 'years', states: 'states' })
  for (const [id, unit] of facts)
    await publishEntry(local, 'fact', `fact-${id}`, { figure: '48', unit, text: 'A text', marks: { unit } })
  await publishEntry(local, 'videoHero', 'hero-home', { name: 'First hero' })
  await publishAsset(local, 'share-home', await createPicture())
  await publishEntry(local, 'homePage', 'home-page', {
    title: 'Home',
    description: 'A description that is long enough to say what the page is about.',
    watchLabel: 'Watch',
    facts: facts.map(([id]) => toLink('Entry', `fact-${id}`)),
    hero: toLink('Entry', 'hero-home'),
    shareImage: toLink('Asset', 'share-home'),
  })
}

const toName = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`

export const getField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false })
export const getBadge = (page: Page) => page.getByRole('group', { name: 'Actions' }).locator('.badge')
export const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const expectStatus = (page: Page, text: string) => expect(page.locator('.status')).toHaveText(text)

/** Creates a client for the published content. */
export const createDeliveryClient = ({ url }: TestSpace) =>
  createClient({
    space: 'local',
    accessToken: LOCAL_TOKENS.delivery,
    host: new URL(url).host,
    basePath: '/cdn',
    insecure: true,
  })
