import { expect, test } from 'vitest'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { extractLinkKeys } from '#cms/sync/resources/resource-type.ts'
import { type ComparedEntry, findRemovedByEditors } from './removed-by-editors.ts'

const link = (id: string, linkType = 'Entry') => ({ sys: { type: 'Link', linkType, id } })
const sys = { type: 'Entry', id: 'x', version: 2 }

/** An entry that links to these; `held`: what the space's links to, `undefined` where it is not there. */
function entry(
  id: string,
  links: readonly string[],
  held?: { links: readonly string[]; isKept: boolean },
): ComparedEntry {
  const values = links.map((target) => (target.startsWith('asset ') ? link(target.slice(6), 'Asset') : link(target)))
  const heldValues = held?.links.map((target) => link(target))
  const fields = JSON.parse(JSON.stringify({ sys, fields: { links: { 'en-US': heldValues } } }))
  const heldEntry: ActualEntry | undefined = held && fields
  return {
    wanted: { id, type: 'page', fields: { links: values }, links: values.flatMap(extractLinkKeys) },
    held: heldEntry,
    changes: held && !held.isKept ? [{ field: 'links', held: heldValues, wanted: values }] : [],
  }
}

const there = { links: [], isKept: false }

test('in an empty space nothing is left out', () => {
  expect(findRemovedByEditors([entry('photo', ['asset red']), entry('gallery', ['photo'])], ['red'])).toEqual(new Set())
})

test('a photograph that an editor took out of the list and deleted stays away, and its picture too', () => {
  const seed = [entry('photo', ['asset red']), entry('gallery', ['photo'], { links: ['other'], isKept: true })]
  expect(findRemovedByEditors(seed, ['red'])).toEqual(new Set(['entry photo', 'asset red']))
})

test('a new photograph comes in with the list that the seed changed', () => {
  const seed = [entry('photo', ['asset red']), entry('gallery', ['photo'], { links: ['other'], isKept: false })]
  expect(findRemovedByEditors(seed, ['red'])).toEqual(new Set())
})

test('what the editor’s list still names is made again', () => {
  const seed = [entry('photo', []), entry('gallery', ['photo'], { links: ['photo'], isKept: true })]
  expect(findRemovedByEditors(seed, [])).toEqual(new Set())
})

test('one that something else links to as well comes in', () => {
  const gallery = entry('gallery', ['photo'], { links: [], isKept: true })
  expect(findRemovedByEditors([entry('photo', []), gallery, entry('home', ['photo'], there)], [])).toEqual(new Set())
})

test('pages, which nothing links to, always come in', () => {
  expect(findRemovedByEditors([entry('home', []), entry('gallery', [], there)], [])).toEqual(new Set())
})
