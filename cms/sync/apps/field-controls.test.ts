import { expect, test } from 'vitest'
import { galleryPage } from '#cms/model/gallery-page.ts'
import { getDefaultWidgets, withWidgets } from './field-controls.ts'

test('sets the widgets of several fields of a content type, and keeps other settings', () => {
  const images = { fieldId: 'images', widgetNamespace: 'app', widgetId: 'desk', settings: { helpText: 'In order' } }
  const hero = { fieldId: 'hero', widgetNamespace: 'builtin', widgetId: 'entryLinkEditor' }
  expect(withWidgets([images, hero], getDefaultWidgets(galleryPage, ['gridTitle', 'images']))).toEqual([
    { ...images, widgetNamespace: 'builtin', widgetId: 'entryLinksEditor' },
    hero,
    { fieldId: 'gridTitle', widgetNamespace: 'builtin', widgetId: 'singleLine' },
  ])
})
