import { expect, test } from 'vitest'
import { formatFocalPoint, getSharePosition } from '#cms/photo-desk/state/pictures/focal-point.ts'
import { getPictureCrops } from '#cms/photo-desk/state/pictures/picture-crops.ts'
import { getFocusArea, SHARE_IMAGE } from '#src/content/derived-pictures.ts'
import { heroHeight, panelHeight, size } from '#src/theme/tokens.ts'

/** The position in the names of Contentful’s focus areas, per 50%. */
const COLUMNS = ['left', '', 'right']
const ROWS = ['top', '', 'bottom']

test('§10.33 the desk shows the crop of the share picture that the site requests, for a focal point in each third', () => {
  const percents = [0, 25, 33, 34, 50, 66, 67, 75, 100] // around the limits of the thirds
  const points = percents.flatMap((x) => percents.map((y) => ({ x, y })))
  const areas = points.map((point) => {
    const { x, y } = getSharePosition(point)
    return [ROWS[y / 50], COLUMNS[x / 50]].filter(Boolean).join('_') || 'center'
  })
  expect(areas).toEqual(points.map((point) => getFocusArea(formatFocalPoint(point))))
})

test('§10.33 the desk shows the crops with the sizes of the site, and that of a page header for other pages', () => {
  const toCrop = (name: string, width: number, height: number) => ({ name, width, height })
  const sharedLink = { ...toCrop('Shared link', SHARE_IMAGE.width, SHARE_IMAGE.height), isSnapped: true }
  const pageHeader = [toCrop('Desktop', 1_440, heroHeight.wide), toCrop('Phone', 390, heroHeight.phone), sharedLink]
  const crops = {
    galleryImage: [toCrop('Gallery', 3, 2)],
    videoHero: [
      toCrop('Home, desktop', 1_440, 900 - size.navigationBar),
      toCrop('Home, phone', 390, Math.round(844 * 0.6)),
      toCrop('Other pages, desktop', 1_440, heroHeight.wide),
      toCrop('Other pages, phone', 390, heroHeight.small),
      sharedLink,
    ],
    mainlinePage: pageHeader,
    servicePanel: [
      toCrop('Desktop', Math.floor((1_440 - 2 * 4) / 3), panelHeight.wide),
      toCrop('Tablet', 768, panelHeight.stacked),
      toCrop('Phone', 390, panelHeight.stacked),
    ],
    pipelineStage: [toCrop('Stage', 3, 2)],
    contactPage: [toCrop('Desktop', 1_440, size.map), toCrop('Phone', 390, size.mapPhone)],
    seo: [sharedLink],
    anotherPage: pageHeader,
  }
  for (const [type, expected] of Object.entries(crops)) expect(getPictureCrops(type), type).toEqual(expected)
})
