import { afterEach, expect, test, vi } from 'vitest'
import { lockScroll } from './video-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const stubPage = (scrollbar: number) => {
  const documentElement = { style: { overflow: '', paddingInlineEnd: '' }, clientWidth: 1440 - scrollbar }
  vi.stubGlobal('document', { documentElement })
  vi.stubGlobal('innerWidth', 1440)
  return documentElement.style
}

test('locks and unlocks scrolling, and compensates the scrollbar', () => {
  const style = stubPage(15)
  const unlock = lockScroll()
  expect(style).toEqual({ overflow: 'hidden', paddingInlineEnd: '15px' })
  unlock()
  expect(style).toEqual({ overflow: '', paddingInlineEnd: '' })
})

test('adds no padding for an overlay scrollbar', () => {
  const style = stubPage(0)
  lockScroll()
  expect(style.paddingInlineEnd).toBe('')
})
