import { expect, test, vi } from 'vitest'
import type { PictureAction } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { usePictures } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { PicturesDialog } from './pictures-dialog.tsx'

const onDone = vi.fn()
const onClose = vi.fn()

function AllPicturesDialog({ action }: { readonly action: PictureAction }) {
  const pictures = [...usePictures().values()]
  return <PicturesDialog {...{ action, pictures, onDone, onClose }} />
}

test('a dialog names the pictures that are not changed, with the reason, and closes after the editor has read it', async () => {
  const desk = await openDesk()
  const [failing = '', ...others] = desk.listPictureIds()
  desk.onRequest.mockImplementation(({ entityType, action, params }) => {
    if (entityType === 'Entry' && action === 'unpublish' && params?.entryId === failing) throw createRejection(403)
  })
  const screen = await desk.mount(<AllPicturesDialog action="takeDown" />)
  await screen.getByRole('button', { name: 'Take down' }).click()
  const dialog = screen.getByRole('dialog', { name: '1 of 3 not taken down' })
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('2 photographs are taken down. 1 photograph is not. The reason:')
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent(/: You may not do this/)
  expect(onDone).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('2 photographs are taken down'), true)
  const { items } = await desk.space.entry.getMany({ query: { 'sys.id[in]': [failing, ...others].join(',') } })
  const published = items.flatMap(({ sys }) => (sys.publishedVersion === undefined ? [] : [sys.id]))
  expect(published).toEqual([failing])
})
