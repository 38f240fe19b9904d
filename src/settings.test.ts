import { expect, test } from 'vitest'
import { CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'
import { settings } from './settings.ts'
import { color, duration, size } from './theme/tokens.ts'

/** Heights, columns and breakpoints are measured in a browser (layout.e2e.ts); snack-bar.test.ts has the time of toasts. */
test.each<[name: string, value: unknown, expected: unknown]>([
  ['§3.1 client id', CLIENT_ID, 3],
  ['§2.10 §3.1 mobile width threshold', settings.mobileWidthThreshold, 900],
  ['§3.1 §7.10 company video', settings.companyVideoId, '313814309'],
  ['§4.1 delay of the hero text', duration.heroDelay, 500],
  ['§4.1 animation of the hero text', duration.heroSlide, 300],
  ['§2.17 §9.1 width of the video dialog', size.videoDialog, 940],
  ['§9.1 enter and exit of a dialog', [duration.dialogEnter, duration.dialogExit], [150, 75]],
  ['§3.7 photos of the generated gallery', settings.gallery.images, 120],
  ['§2.33 fade of the lightbox', duration.lightboxFade, 300],
  ['§2.24 reveal threshold', settings.revealThreshold, 0.3],
  ['§2.23 height of a partner’s logo', size.logo, 90],
  ['§4.13 delay until the submit button is enabled', settings.submitReenableDelay, 2000],
  ['§2.36 zoom of the map', settings.mapZoom, 15],
  ['§4.8 captcha action', CAPTCHA_ACTION, 'guest'],
  [
    '§2.9 §2.12 §2.13 mobile menu, bar and dropdown',
    [duration.menu, size.navigationBar, size.navigationMenu],
    [300, 76, 222],
  ],
])('%s', (_, value, expected) => {
  expect(value).toEqual(expected)
})

test('§2.1 §3.1 §6.2 page identifiers and storage keys', () => {
  const pages = { HomePage: '/', ServicesPage: '/services', GalleryPage: '/gallery', ContactPage: '/contact' }
  const storageKeys = { sessionId: 'sessionId', expiresOn: 'expiresOn', antiForgeryToken: 'XSRF-TOKEN' }
  expect(settings).toMatchObject({ pages, storageKeys, devOptionKey: 'devOption' })
})

test.each([
  ['ink', 'bone'],
  ['ink', 'sand'],
  ['ink', 'paper'],
  ['ink', 'amber'],
  ['inkSoft', 'bone'],
  ['clay', 'bone'],
  ['bone', 'ink'],
  ['bone', 'green'],
  ['bone', 'success'],
  ['bone', 'clay'],
  ['boneSoft', 'ink'],
  ['amber', 'ink'],
  ['bone', 'lightbox'],
  ['boneSoft', 'lightbox'],
] as const)('%s on %s has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3)', (text, background) => {
  expect(computeContrast(color[text], color[background])).toBeGreaterThanOrEqual(4.5)
})

/** Computes the contrast ratio of two colors by the formula of WCAG 2. */
function computeContrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [computeLuminance(a), computeLuminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const channel = Number.parseInt(hex.slice(index, index + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
