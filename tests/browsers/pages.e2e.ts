import { navigationPages, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { expect, test } from './fixtures.ts'
import type { TestPage } from './page.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const { path, heading, title } of sitePages)
  for (const viewportSize of SIZES)
    test.describe(`${path} at ${viewportSize.width} px`, () => {
      test.use({ viewportSize })

      test('shows its heading, every image and both fonts, and does not scroll sideways', async ({ visitor }) => {
        await visitor.goto(path)
        await visitor.hydrated()
        await expect.poll(visitor.getByRole('heading', heading).readState).toMatchObject({ isInViewport: true })
        expect(await visitor.evaluate(() => document.title)).toBe(title)
        expect(await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        expect(await visitor.evaluate(findLoadedFonts)).toEqual(
          expect.arrayContaining(['Archivo Narrow Variable', 'Archivo Variable']),
        )
        await scrollToEnd(visitor)
        await expect.poll(() => visitor.evaluate(findUnloadedImages)).toEqual([])
        expect(await visitor.evaluate(() => document.images.length)).toBeGreaterThan(0)
      })
    })

for (const [path, text] of [
  ['/', 'Pipe diameters, from gathering to mainline'],
  ['/contact', '1200 Courthouse Square, Suite 300'],
] as const)
  for (const viewportSize of SIZES)
    test.describe(`${path} at ${viewportSize.width} px`, () => {
      test.use({ viewportSize })

      test(`no line of "${text}" is a single word`, async ({ visitor }) => {
        await visitor.goto(path)
        await visitor.hydrated()
        await visitor.evaluate(async () => void (await document.fonts.ready))
        const lines = await visitor.evaluate(readLines, text)
        expect(lines.flat().join(' ')).toBe(text)
        expect(lines.map((words) => words.length)).not.toContain(1)
      })
    })

test('light text on dark is not bolder in Firefox on macOS', async ({ visitor }) => {
  await visitor.goto('/')
  const smoothing = await visitor.evaluate(() =>
    getComputedStyle(document.body).getPropertyValue('-moz-osx-font-smoothing'),
  )
  expect(['grayscale', ''], 'only Firefox has this property').toContain(smoothing)
})

test('the links of the navigation lead through the site without a reload, and Back returns', async ({ visitor }) => {
  const isFirstLoad = () => visitor.evaluate(() => 'isFirstLoad' in window)
  await visitor.goto('/')
  await visitor.hydrated()
  await visitor.evaluate(() => Object.assign(window, { isFirstLoad: true }).isFirstLoad)
  for (const { name, heading, path } of navigationPages.filter((page) => page.path !== '/')) {
    await visitor.getByRole('navigation', 'Main').getByRole('link', name).click()
    await expect.poll(visitor.getByRole('heading', heading).readState).toMatchObject({ isInViewport: true })
    expect(await visitor.evaluate(() => [location.pathname, scrollY])).toEqual([path, 0])
  }
  await visitor.goBack()
  await expect.poll(visitor.getByRole('heading', navigationPages.at(-2)?.heading).readState).not.toBeNull()
  await visitor.getByRole('navigation', 'Main').getByRole('link', 'Services').click()
  await visitor.getByRole('link', 'See the sixteen stages').click()
  await expect.poll(visitor.getByRole('heading', 'Mainline pipeline').readState).not.toBeNull()
  expect(await isFirstLoad()).toBe(true)
})

test('the first press of Tab shows the skip link with a focus ring, and Enter moves the focus to the content', async ({
  visitor,
}) => {
  await visitor.goto('/services')
  await visitor.hydrated()
  await visitor.press('Tab')
  const skipLink = visitor.getByRole('link', 'Skip to content')
  await expect.poll(skipLink.readState).toMatchObject({ isFocused: true, isInViewport: true })
  expect(await visitor.evaluate(readFocusRing)).toEqual({ style: 'solid', width: '3px', color: 'rgb(242, 165, 31)' })
  await visitor.press('Enter')
  await expect.poll(visitor.getByRole('main').readState).toMatchObject({ isFocused: true })
})

test('a service panel shows its text while the mouse is over it', async ({ visitor }) => {
  const opacity = () =>
    visitor.evaluate(() => {
      const text = [...document.querySelectorAll('main p')].find((each) => each.textContent.startsWith('Spools, racks'))
      return text?.parentElement && getComputedStyle(text.parentElement).opacity
    })
  await visitor.goto('/services')
  await visitor.hydrated()
  await expect.poll(opacity).toBe('0')
  await visitor.getByRole('article', 'Spools to skids').hover()
  await expect.poll(opacity).toBe('1')
})

/** The words of each line of the last paragraph with this text. */
const readLines = (text: string) => {
  const paragraphs = [...document.querySelectorAll('main p')].filter((each) => each.textContent === text)
  const node = paragraphs.at(-1)?.firstChild
  if (!node) return []
  const lines = new Map<number, string[]>()
  for (const { index, 0: word } of text.matchAll(/\S+/g)) {
    const range = new Range()
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const top = Math.round(range.getBoundingClientRect().top)
    lines.set(top, [...(lines.get(top) ?? []), word])
  }
  return [...lines.values()]
}

const readFocusRing = () => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement ?? document.body)
  return { style: outlineStyle, width: outlineWidth, color: outlineColor }
}

/** In steps, so that each image that loads when it comes near is requested. */
const scrollToEnd = (visitor: TestPage) =>
  visitor.evaluate(async () => {
    for (let y = 0; y <= document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 50))
    }
  })

const findUnloadedImages = () =>
  [...document.images]
    .filter((image) => !image.complete || image.naturalWidth === 0)
    .map((image) => image.currentSrc || image.src)

const findLoadedFonts = async () => {
  await document.fonts.ready
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
  return loaded.map(({ family }) => family.replaceAll('"', ''))
}
