import type { GalleryLoad } from './gallery-sizes.ts'
import { PICTURE_VIEWPORTS, type PictureSizes } from './picture-sizes.ts'
import type { RouteChange } from './route-changes.ts'
import type { RouteLoad } from './route-loads.ts'

/** A measured value, with its limit if it has one. */
interface Measurement {
  readonly name: string
  readonly value: number
  /** Decimal places; 0 by default. */
  readonly digits?: number
  readonly max?: number
  readonly min?: number
}

/** Measurements of one route or one gallery: a row of the table. */
interface MeasurementRow {
  readonly name: string
  readonly measurements: readonly Measurement[]
}

/** Whether the value is outside its limit. */
const isOverLimit = ({ value, digits = 0, max = Number.POSITIVE_INFINITY, min = 0 }: Measurement): boolean => {
  const rounded = Number(value.toFixed(digits))
  return !(rounded <= max && rounded >= min)
}

const formatValue = ({ value, digits = 0 }: Measurement) => value.toFixed(digits)

const formatLimit = ({ max, min }: Measurement) =>
  max !== undefined ? `≤ ${max}` : min !== undefined ? `≥ ${min}` : ''

/** Prints the rows as a table. Values outside their limit are marked with `!` and listed below. */
export function printMeasurements(title: string, rows: readonly MeasurementRow[]): void {
  console.log(`\n${title}`)
  const toCell = (measurement: Measurement) => [
    measurement.name,
    `${formatValue(measurement)} ${formatLimit(measurement)} ${isOverLimit(measurement) ? '!' : ''}`.trim(),
  ]
  const cells = rows.map(({ name, measurements }) => [name, Object.fromEntries(measurements.map(toCell))])
  console.table(Object.fromEntries(cells))
  const exceeded = rows.flatMap(({ name, measurements }) =>
    measurements
      .filter(isOverLimit)
      .map((measurement) => `${name}, ${measurement.name}: ${formatValue(measurement)}, ${formatLimit(measurement)}`),
  )
  console.log(
    exceeded.length > 0 ? `Outside the limits:\n  ${exceeded.join('\n  ')}` : 'All values are within the limits.',
  )
}

const toKilobytes = (bytes = 0) => bytes / 1_000

/** Returns the table of the routes, with the limits of record 26. */
export const createRouteRows = (loads: readonly RouteLoad[]) =>
  loads.map(({ path, site, scriptFree }): MeasurementRow => {
    const { performance = 0, ...otherScores } = site.scores
    const isHome = path === '/'
    const isGallery = path === '/gallery'
    return {
      name: path,
      measurements: [
        { name: 'blocking ms', value: site.blockingMs, max: 50 },
        { name: 'without scripts', value: scriptFree.blockingMs, ...(isGallery && { max: 20 }) },
        { name: 'performance', value: performance, min: 100 },
        { name: 'other scores', value: Math.min(...Object.values(otherScores)), min: 100 },
        { name: 'largest paint ms', value: site.largestPaintMs },
        { name: '÷ without scripts', value: site.largestPaintMs / scriptFree.largestPaintMs, digits: 2, max: 1.03 },
        { name: 'layout shift', value: site.layoutShift, digits: 3, max: 0 },
        { name: 'main thread ms', value: site.mainThreadMs },
        { name: 'nodes', value: site.nodes },
        { name: 'scripts KB', value: toKilobytes(site.bytes.Script), ...(isHome && { max: 117 }) },
        { name: 'HTML KB', value: toKilobytes(site.bytes.Document), digits: 1 },
        { name: 'pictures KB', value: toKilobytes(site.bytes.Image), ...(isGallery && { max: 350 }) },
        { name: 'film KB', value: toKilobytes(site.bytes.Media), max: 450 },
        { name: 'fonts KB', value: toKilobytes(site.bytes.Font) },
      ],
    }
  })

/** Maximum of a figure of the gallery of 1,000 divided by that of 120. */
const MAX_GALLERY_RATIO = 1.3

/** Returns the table of two galleries and their ratio. */
export function createGalleryRows(counts: readonly number[], loads: readonly GalleryLoad[]): readonly MeasurementRow[] {
  const rows = loads.map((load, index) => ({
    name: `${counts[index]?.toLocaleString('en-US')} photos`,
    measurements: [
      { name: 'nodes', value: load.nodes },
      { name: 'main thread ms', value: load.mainThreadMs },
      { name: 'heap MB', value: load.heapBytes / 1e6, digits: 2 },
      { name: 'photo opens ms', value: load.openMs, max: 300 },
    ],
  }))
  const [small, large] = loads
  if (!small || !large) return rows
  const ratio = (name: string, read: (load: GalleryLoad) => number) => ({
    name,
    value: read(large) / read(small),
    digits: 2,
    max: MAX_GALLERY_RATIO,
  })
  const ratios = {
    name: 'ratio',
    measurements: [
      ratio('nodes', ({ nodes }) => nodes),
      ratio('main thread ms', ({ mainThreadMs }) => mainThreadMs),
      ratio('heap MB', ({ heapBytes }) => heapBytes),
    ],
  }
  return [...rows, ratios]
}

/** Returns the table of route changes. */
export const createRouteChangeRows = (changes: readonly RouteChange[]): readonly MeasurementRow[] =>
  changes.map(({ path, milliseconds }) => ({
    name: path,
    measurements: [{ name: 'route change ms', value: milliseconds, max: path === '/gallery' ? 80 : 50 }],
  }))

/** Returns the table of `sizes` attributes, with the tolerance of record 10. */
export const createPictureRows = (pictures: readonly PictureSizes[]): readonly MeasurementRow[] =>
  pictures.map(({ path, sizes, deviations }) => ({
    name: `${path} ${sizes}`,
    measurements: deviations.map((deviation, index) => ({
      name: `% at ${PICTURE_VIEWPORTS[index]} px`,
      value: 100 * deviation,
      digits: 1,
      max: 5,
    })),
  }))
