import { expect, test } from 'vitest'
import {
  createAssetLink,
  createTestContent,
  createTestImageFile,
  createTestVideoFile,
  testLinks as links,
} from '#tests/setup/contentful/checked-content.ts'
import type { ContentIssue } from './check-rule.ts'
import { getDraftOnlyIssues, toReportedIssues } from './reported-issues.ts'

const drawing = { url: 'https://images.example.org/a.svg', contentType: 'image/svg+xml' }
const pending = { ...createTestImageFile(), url: 'a.jpg' }
const { entries, assets } = createTestContent({
  entries: {
    hero: ['videoHero', { name: 'Hero', poster: createAssetLink('still') }],
    logo: ['affiliation', { logo: createAssetLink('drawing') }],
    seo: ['seo', { shareImage: createAssetLink('gone') }],
  },
  assets: { still: createTestImageFile(), drawing, hero: createTestImageFile(), film: createTestVideoFile(), pending },
  states: { hero: 'changed', logo: 'draft' },
})
const [hero, logo, seo] = [0, 1, 2].map((index) => entries.find(({ id }) => id === ['hero', 'logo', 'seo'][index]))

const createIssue = (changes: Partial<ContentIssue> = {}): ContentIssue => ({
  ...{ rule: 'text', severity: 'warning', target: hero ?? null, field: 'title', text: 'is too long' },
  ...changes,
})

test('names the entry or asset with its content type, its address in the web app and its picture', () => {
  const report = (target: ContentIssue['target']) =>
    toReportedIssues([createIssue({ target })], { links, pictures: assets })[0]
  const common = { rule: 'text', severity: 'warning', isDraft: false, field: 'title', text: 'is too long' }
  const picture = 'https://images.example.org/a.jpg?w=160'
  expect(report(hero ?? null)).toEqual({
    ...{ ...common, kind: 'entry', id: 'hero', type: 'Video hero', title: 'Hero' },
    ...{ link: 'https://app.contentful.com/spaces/abc/environments/master/entries/hero', thumbnail: picture },
  })
  expect(report(assets.get('hero') ?? null)).toMatchObject({
    ...{ kind: 'asset', id: 'hero', type: 'Asset', link: links.asset('hero'), thumbnail: picture },
  })
  expect(report(logo ?? null)).toMatchObject({ id: 'logo', thumbnail: drawing.url })
  for (const target of [seo, assets.get('film'), assets.get('pending')])
    expect(report(target ?? null)).not.toHaveProperty('thumbnail')
  expect(report(null)).toEqual({ ...common, kind: 'space', id: null, type: 'Space', title: 'The space', link: null })
})

test('an issue that visitors see too is not named again for the draft', () => {
  expect(getDraftOnlyIssues([createIssue()], [createIssue()])).toEqual([])
})

test.each<[string, Partial<ContentIssue>]>([
  ['of another rule', { rule: 'list' }],
  ['of another entry', { target: logo ?? null }],
  ['of an asset with the same id', { target: assets.get('hero') ?? null }],
  ['of another field with the same text', { field: 'header' }],
  ['with another text', { text: 'is empty' }],
])('an issue %s that visitors see hides none of the draft', (_, changes) => {
  expect(getDraftOnlyIssues([createIssue()], [createIssue(changes)])).toEqual([createIssue()])
})

test.each<[string, ContentIssue['target']]>([
  ['the space', null],
  ['published content without changes', seo ?? null],
])('%s has no issue of a draft', (_, target) => {
  expect(getDraftOnlyIssues([createIssue({ target })], [])).toEqual([])
})
