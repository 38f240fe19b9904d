import { expect, test } from 'vitest'
import type { model } from '#cms/model/model.gen.ts'
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

test('§10.33 the desk shows the crops with the heights of the site', () => {
  const getHeights = (type: keyof typeof model) =>
    getPictureCrops(type).flatMap(({ height, isSnapped }) => (isSnapped ? [] : height))
  expect(getHeights('videoHero')).toEqual([
    900 - size.navigationBar,
    Math.round(844 * 0.6),
    heroHeight.wide,
    heroHeight.small,
  ])
  expect(getHeights('mainlinePage')).toEqual([heroHeight.wide, heroHeight.phone])
  expect(getHeights('servicePanel')).toEqual([panelHeight.wide, panelHeight.stacked, panelHeight.stacked])
  expect(getHeights('contactPage')).toEqual([size.map, size.mapPhone])
  expect(getPictureCrops('seo')).toMatchObject([{ width: SHARE_IMAGE.width, height: SHARE_IMAGE.height }])
})
