import { describe, expect, test } from 'vitest'
import { breakpoint, color, duration, galleryBreakpoint, heroHeight, size } from './tokens.ts'

describe('constants of requirements §9', () => {
  test('the hero slides in after 500 ms, over 300 ms', () => {
    expect([duration.heroDelay, duration.heroSlide]).toEqual([500, 300])
  })
  test('a hero is 600, 450, 300 and 200 px high', () => {
    expect(heroHeight).toEqual({ wide: 600, tablet: 450, phone: 300, small: 200 })
  })
  test('a dialog enters in 150 ms and exits in 75 ms; the video is at most 940 px wide', () => {
    expect([duration.dialogEnter, duration.dialogExit, size.videoDialog]).toEqual([150, 75, 940])
  })
  test('the navigation bar is 76 px high, its menu 222 px, and closes in 300 ms', () => {
    expect([size.navigationBar, size.navigationMenu, duration.menu]).toEqual([76, 222, 300])
  })
  test('the lightbox fades out in 300 ms', () => {
    expect(duration.lightboxFade).toBe(300)
  })
  test('a partner’s logo is at most 90 px high', () => {
    expect(size.logo).toBe(90)
  })
  test('layouts change at 1100, 991, 767 and 479 px', () => {
    expect([breakpoint.wide, breakpoint.tablet, breakpoint.phone, breakpoint.small]).toEqual([1100, 991, 767, 479])
  })
  test('the navigation bar becomes a menu at 900 px', () => {
    expect(breakpoint.menu).toBe(900)
  })
  test('the gallery has fewer columns below 992 and below 480 px, and is at most 1150 px wide', () => {
    expect([galleryBreakpoint.threeColumns, galleryBreakpoint.twoColumns, size.galleryGrid]).toEqual([992, 480, 1150])
  })
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
] as const)('%s on %s has a contrast of at least 4.5:1 (brand.md)', (text, background) => {
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
