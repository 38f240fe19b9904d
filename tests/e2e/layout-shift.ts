import type { Frame, Page } from '@playwright/test'

/** Sums up the layout shifts of each frame, without those within 500 ms after an input. */
export const recordLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number' && !Reflect.get(entry, 'hadRecentInput'))
          Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Reads the sum of the layout shifts since the frame was loaded. */
export const readLayoutShift = (frame: Page | Frame): Promise<number> =>
  frame.evaluate(() => Number(Reflect.get(window, 'shift')))
