import './order-view.css'
import { Note } from '@contentful/f36-components'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { PictureFilterBar } from '#cms/photo-desk/components/picture-filter-bar.tsx'
import type { OrderEdit } from '#cms/photo-desk/state/order/order-edits.ts'
import { useSpacePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { OrderGrid } from './order-grid.tsx'
import { ResolveConflictDialog } from './resolve-conflict-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { UnlistedPictures } from './unlisted-pictures.tsx'
import { useOrderEditor } from './use-order-editor.ts'

/** The view to arrange the pictures of the page. Nothing is written until the editor saves. */
export function OrderView() {
  const { order } = useWorkspace()
  const { page } = useSpacePictures()
  useEffect(() => order.setPage(page), [order, page])
  const edit = useStore(order.store)
  return edit && <OrderedPictures edit={edit} />
}

function OrderedPictures({ edit }: { readonly edit: OrderEdit }) {
  const { name, page } = useWorkspace().pictureType
  const editor = useOrderEditor(edit)
  const { pictures, order, shown, arrange } = editor
  return (
    <div className="order-view desk-view">
      <p role="status" className="desk-hidden">
        {editor.announcement.text}
      </p>
      <PictureFilterBar
        marginBottom="spacingXs"
        filter={editor.filter}
        onChange={editor.setFilter}
        states={['all', 'missing', 'unpublished']}
        pictures={[...pictures.values()].filter(({ isListed, state }) => isListed || state !== 'archived')}
      />
      <SelectionBar editor={editor} />
      {order.length === 0 && (
        <Note>
          The {page.name} is empty. {shown.unlisted.length > 0 ? `Add a ${name} below, or upload` : 'Upload'} some in
          the Add tab.
        </Note>
      )}
      {shown.isFiltered && shown.shownIds.length === 0 && <Note>No {name} matches the search.</Note>}
      <OrderGrid editor={editor} />
      <UnlistedPictures editor={editor} />
      <SaveBar {...{ edit, arrange }} />
      {edit.conflict && <ResolveConflictDialog {...edit.conflict} />}
    </div>
  )
}
