import { expect, test } from 'vitest'
import { findLinkNames } from '#cms/links.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { type ComparedEntry, findRemovedByEditors } from './removed-by-editors.ts'

const link = (id: string, linkType = 'Entry') => ({ sys: { type: 'Link', linkType, id } })
const sys = { type: 'Entry', id: 'x', version: 2 }

/** Creates an entry with links. `existing`: the links of the entry in the space; `undefined` if it does not exist. */
function entry(
  id: string,
  links: readonly string[],
  existing?: { links: readonly string[]; isPreserved: boolean },
): ComparedEntry {
  const values = links.map((target) => (target.startsWith('asset ') ? link(target.slice(6), 'Asset') : link(target)))
  const actualValues = existing?.links.map((target) => link(target))
  const fields = JSON.parse(JSON.stringify({ sys, fields: { links: { 'en-US': actualValues } } }))
  const actual: ActualEntry | undefined = existing && fields
  return {
    desired: { id, type: 'page', fields: { links: values }, links: findLinkNames(values) },
    actual,
    changes: existing && !existing.isPreserved ? [{ field: 'links', actual: actualValues, desired: values }] : [],
  }
}

const withoutLinks = { links: [], isPreserved: false }

test('finds nothing in an empty space', () => {
  expect(findRemovedByEditors([entry('photo', ['asset red']), entry('gallery', ['photo'])], ['red'])).toEqual(new Set())
})

test('finds a photo that an editor removed from the list and deleted, and its asset', () => {
  const seed = [entry('photo', ['asset red']), entry('gallery', ['photo'], { links: ['other'], isPreserved: true })]
  expect(findRemovedByEditors(seed, ['red'])).toEqual(new Set(['entry photo', 'asset red']))
})

test('does not find a new photo when the seed changes the list', () => {
  const seed = [entry('photo', ['asset red']), entry('gallery', ['photo'], { links: ['other'], isPreserved: false })]
  expect(findRemovedByEditors(seed, ['red'])).toEqual(new Set())
})

test('does not find an entry that the editor’s list still contains', () => {
  const seed = [entry('photo', []), entry('gallery', ['photo'], { links: ['photo'], isPreserved: true })]
  expect(findRemovedByEditors(seed, [])).toEqual(new Set())
})

test('does not find an entry that another entry links to', () => {
  const gallery = entry('gallery', ['photo'], { links: [], isPreserved: true })
  expect(findRemovedByEditors([entry('photo', []), gallery, entry('home', ['photo'], withoutLinks)], [])).toEqual(
    new Set(),
  )
})

test('does not find pages, which no entry links to', () => {
  expect(findRemovedByEditors([entry('home', []), entry('gallery', [], withoutLinks)], [])).toEqual(new Set())
})
