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

const photo = entry('photo', ['asset red'])
const withoutPhoto = { links: ['other'], isPreserved: true }

test.each<[string, readonly ComparedEntry[], readonly string[]]>([
  ['nothing in an empty space', [photo, entry('gallery', ['photo'])], []],
  [
    'a photo that an editor removed from the list and deleted, and its asset',
    [photo, entry('gallery', ['photo'], withoutPhoto)],
    ['entry photo', 'asset red'],
  ],
  [
    'no new photo when the seed changes the list',
    [photo, entry('gallery', ['photo'], { ...withoutPhoto, isPreserved: false })],
    [],
  ],
  [
    'no entry that the editor’s list still contains',
    [photo, entry('gallery', ['photo'], { links: ['photo'], isPreserved: true })],
    [],
  ],
  [
    'no entry that another entry links to',
    [photo, entry('gallery', ['photo'], withoutPhoto), entry('home', ['photo'], { links: [], isPreserved: false })],
    [],
  ],
  ['no pages, which no entry links to', [entry('home', [])], []],
])('finds %s', (_, entries, expected) => {
  expect([...findRemovedByEditors(entries, ['red'])]).toEqual(expected)
})
