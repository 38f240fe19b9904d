import { describe, expect, test } from 'vitest'
import { CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'
import { settings } from './settings.ts'

describe('constants of requirements §3 and §9', () => {
  test('the mobile width threshold is 900 px', () => {
    expect(settings.mobileWidthThreshold).toBe(900)
  })
  test('the company video is 313814309', () => {
    expect(settings.companyVideoId).toBe('313814309')
  })
  test('the pages are named HomePage, ServicesPage, GalleryPage and ContactPage', () => {
    expect(settings.pages).toEqual({
      HomePage: '/',
      ServicesPage: '/services',
      GalleryPage: '/gallery',
      ContactPage: '/contact',
    })
  })
  test('a block is revealed at 30 percent', () => {
    expect(settings.revealThreshold).toBe(0.3)
  })
  test('the generated gallery has 120 images', () => {
    expect(settings.gallery.images).toBe(120)
  })
  test('the map shows the office at zoom 15', () => {
    expect(settings.mapZoom).toBe(15)
  })
  test('the client id is 3', () => {
    expect(CLIENT_ID).toBe(3)
  })
  test('the captcha action is "guest"', () => {
    expect(CAPTCHA_ACTION).toBe('guest')
  })
  test('local storage has keys for a session id, expiry and anti-forgery token', () => {
    expect(settings.storageKeys).toEqual({
      sessionId: 'sessionId',
      expiresOn: 'expiresOn',
      antiForgeryToken: 'XSRF-TOKEN',
    })
    expect(settings.devOptionKey).toBe('devOption')
  })
  test('a toast stays 8000 ms, and no timer runs longer than 2^31-1 ms', () => {
    expect(settings.toast).toEqual({ duration: 8000, maxTimer: 2_147_483_647 })
  })
  test('the form can be submitted again 2000 ms after a submission', () => {
    expect(settings.submitReenableDelay).toBe(2000)
  })
})
