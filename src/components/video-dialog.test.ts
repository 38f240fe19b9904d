import { afterEach, expect, test, vi } from 'vitest'
import { lockScroll } from './video-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const pageWith = (scrollbar: number) => {
  const documentElement = { style: { overflow: '', paddingInlineEnd: '' }, clientWidth: 1440 - scrollbar }
  vi.stubGlobal('document', { documentElement })
  vi.stubGlobal('innerWidth', 1440)
  return documentElement.style
}

test('the page stays where it is, and is let go afterwards', () => {
  const style = pageWith(15)
  const letGo = lockScroll()
  expect(style).toEqual({ overflow: 'hidden', paddingInlineEnd: '15px' })
  letGo()
  expect(style).toEqual({ overflow: '', paddingInlineEnd: '' })
})

test('where the scrollbar takes no room, none is kept for it', () => {
  const style = pageWith(0)
  lockScroll()
  expect(style.paddingInlineEnd).toBe('')
})
