import { expect, test } from 'vitest'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import { readListedIds, saveGalleryIds } from '#tests/mounted/change-space.ts'
import { openDesk } from '#tests/mounted/open-desk.tsx'
import { UploadsView } from './views/add/uploads-view.tsx'
import { OrderView } from './views/order/order-view.tsx'
import { PublishingView } from './views/publish/publishing-view.tsx'
import { TextsView } from './views/texts/texts-view.tsx'

test('a space without photographs says in each view what is there to do', async () => {
  const desk = await openDesk({
    prepare: async (space) => {
      const ids = await readListedIds(space)
      await saveGalleryIds(space, [])
      for (const entryId of ids) {
        await space.entry.unpublish({ entryId })
        await space.entry.delete({ entryId })
      }
    },
  })
  for (const [View, text] of [
    [UploadsView, /Select files …/],
    [TextsView, /There are no photographs yet\. Add some first\./],
    [OrderView, /The gallery is empty\. Upload some in the Add tab\./],
    [PublishingView, /Nothing is scheduled\./],
  ] as const) {
    const screen = await desk.mount(<View />)
    await expect.element(screen.getByText(text).first()).toBeVisible()
    await expectNoAxeViolations()
    await screen.unmount()
  }
})
