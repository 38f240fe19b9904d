import { expect, test, vi } from 'vitest'
import { createGalleryRows, isOverLimit, printMeasurements } from './performance-report.ts'
import { removeScripts } from './script-free-site.ts'

test.each([
  ['a value at its maximum', { value: 50, max: 50 }, false],
  ['a value that is rounded to its maximum', { value: 50.4, max: 50 }, false],
  ['a value above its maximum', { value: 50.5, max: 50 }, true],
  ['a value with decimal places above its maximum', { value: 1.036, digits: 2, max: 1.03 }, true],
  ['a value below its minimum', { value: 99, min: 100 }, true],
  ['a value without limits', { value: 1_000_000 }, false],
  ['a value that was not measured', { value: Number.NaN, max: 50 }, true],
])('recognizes %s', (_, measurement, expected) => {
  expect(isOverLimit({ name: 'blocking ms', ...measurement })).toBe(expected)
})

const load = { nodes: 800, mainThreadMs: 1_500, heapBytes: 4_000_000, openMs: 250 }

test('prints each value with its limit, marks values outside the limit and lists them', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const table = vi.spyOn(console, 'table').mockReturnValue()
  printMeasurements('Gallery', createGalleryRows([120, 1_000], [load, { ...load, nodes: 6_000, openMs: 301 }]))
  expect(table.mock.lastCall?.[0]).toEqual({
    '120 photos': { nodes: '800', 'main thread ms': '1500', 'heap MB': '4.00', 'photo opens ms': '250 ≤ 300' },
    '1,000 photos': { nodes: '6000', 'main thread ms': '1500', 'heap MB': '4.00', 'photo opens ms': '301 ≤ 300 !' },
    ratio: { nodes: '7.50 ≤ 1.3 !', 'main thread ms': '1.00 ≤ 1.3', 'heap MB': '1.00 ≤ 1.3' },
  })
  expect(log).toHaveBeenLastCalledWith(
    'Outside the limits:\n  1,000 photos, photo opens ms: 301, ≤ 300\n  ratio, nodes: 7.50, ≤ 1.3',
  )
  vi.restoreAllMocks()
})

test('removes scripts, data blocks and script preloads, and nothing else', () => {
  const html = `<head><link rel="modulepreload" href="/a.js"><link rel="preload" as="script" href="/b.js"><link rel="preload" as="font" href="/f.woff2"></head><p>Text</p><script type="application/json">{"a":"b"}</script><script>
start()
</script><noscript>Rest</noscript>`
  expect(removeScripts(html)).toBe(
    '<head><link rel="preload" as="font" href="/f.woff2"></head><p>Text</p><noscript>Rest</noscript>',
  )
})
