import { describe, expect, test } from 'vitest'
import { settings } from './settings.ts'

describe('constants of spec §3 and §9', () => {
  test('the mobile width threshold is 900 px', () => {
    expect(settings.mobileWidthThreshold).toBe(900)
  })
  test('the company film is 313814309', () => {
    expect(settings.companyFilmId).toBe('313814309')
  })
  test('the pages are named LoginPage, HomePage, ServicesPage, GalleryPage and ContactPage', () => {
    expect(settings.pages).toEqual({
      LoginPage: undefined,
      HomePage: '/',
      ServicesPage: '/services',
      GalleryPage: '/gallery',
      ContactPage: '/contact',
    })
  })
  test('a block is revealed at 30 percent', () => {
    expect(settings.revealThreshold).toBe(0.3)
  })
  test('the gallery has 120 images in 30 rows of 4', () => {
    expect(settings.gallery).toEqual({ images: 120, rows: 30, columns: 4 })
  })
  test('the map shows the office at zoom 15', () => {
    expect(settings.mapZoom).toBe(15)
  })
})
