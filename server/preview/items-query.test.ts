import { parse, print, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { createItemsQuery } from './items-query.ts'

const DOCUMENT = parse(`
  query Gallery($skip: Int, $width: Int) {
    pages: galleryPageCollection(limit: 1) { items { ...GalleryPage } }
  }
  fragment GalleryPage on GalleryPage {
    images: imagesCollection(skip: $skip) { items { ... on GalleryImage { ...Photo } } }
    imagesCollection { total }
    seo { title }
  }
  fragment Photo on GalleryImage { sys { id } photo { url(transform: { width: $width }) } }
`)

const createQuery = (type: string, ...path: string[]) =>
  stripIgnoredCharacters(print(createItemsQuery({ document: DOCUMENT, type, path })))

test('selects the fields of the items of a list, with the fragments and variables that they use', () => {
  expect(createQuery('GalleryImage', 'pages', 'items', 'images', 'items')).toBe(
    [
      'query Requested($requestedIds:[String]$width:Int){',
      'requested:galleryImageCollection(where:{sys:{id_in:$requestedIds}}limit:100){items{...on GalleryImage{...Photo}}}}',
      'fragment Photo on GalleryImage{sys{id}photo{url(transform:{width:$width})}}',
    ].join(''),
  )
})

test('selects the fields of a single link', () => {
  expect(createQuery('Asset', 'pages', 'items', 'images', 'items', 'photo')).toBe(
    'query Requested($requestedIds:[String]$width:Int){requested:assetCollection(where:{sys:{id_in:$requestedIds}}limit:100){items{url(transform:{width:$width})}}}',
  )
})

test('keeps the lists of the selected items', () => {
  expect(createQuery('GalleryPage', 'pages', 'items')).toContain(
    'requested:galleryPageCollection(where:{sys:{id_in:$requestedIds}}limit:100){items{...GalleryPage}}',
  )
})
