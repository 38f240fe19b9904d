import { expect, test } from 'vitest'
import { formatFocalPoint, getSharePosition } from '#cms/photo-desk/focal-point/focal-point.ts'
import { getFocusArea } from '#src/content/derived-pictures.ts'

/** The position in the names of Contentful’s focus areas, per 50%. */
const COLUMNS = ['left', '', 'right']
const ROWS = ['top', '', 'bottom']

test('the desk shows the crop of the share picture that the site requests, for every focal point', () => {
  const percents = Array.from({ length: 101 }, (_, index) => index)
  const points = percents.flatMap((x) => percents.map((y) => ({ x, y })))
  const areas = points.map((point) => {
    const { x, y } = getSharePosition(point)
    return [ROWS[y / 50], COLUMNS[x / 50]].filter(Boolean).join('_') || 'center'
  })
  expect(areas).toEqual(points.map((point) => getFocusArea(formatFocalPoint(point))))
})
